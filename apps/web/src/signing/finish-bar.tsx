import type { FieldOut } from '@countersign/client/generated/api';
import { Button } from '../ui/button.tsx';
import type { DraftState } from './draft-keeper.ts';
import { useWords } from './words-context.ts';

/** Progress and the next step, fixed at the bottom of the window. */
export function FinishBar({
  left,
  total,
  hasFields,
  approves,
  provider,
  sending,
  draft,
  trouble,
  fault,
  onGoTo,
  onNext,
  onFinish,
}: {
  /** Fields that are still empty or invalid. */
  left: number;
  /** Required fields, and optional ones with errors. */
  total: number;
  hasFields: boolean;
  approves: boolean;
  /** Where the recipient signs with their own key; null for a simple signature. */
  provider: string | null;
  sending: boolean;
  /** Where the entered values are kept. */
  draft: DraftState;
  trouble: string | null;
  /** A field that is wrong. Its message may have no room at the field itself. */
  fault: { field: FieldOut; label: string; text: string } | null;
  onGoTo: (field: FieldOut) => void;
  onNext: () => void;
  onFinish: () => void;
}) {
  const words = useWords();
  const { bar } = words;
  const progress = left > 0 ? bar.left(left) : approves && !hasFields ? bar.approveReady : bar.ready;
  const label = provider !== null ? words.ownKey.finish(provider) : approves ? bar.approve : bar.finish;
  return (
    <section className="finish-bar" aria-label={bar.label}>
      {total > 0 && (
        <div className="finish-meter" aria-hidden="true">
          <span style={{ inlineSize: `${Math.round(((total - left) / total) * 100)}%` }} />
        </div>
      )}
      <div className="finish-line">
        <div className="finish-progress">
          {trouble && (
            <p className="error-text" role="alert">
              {trouble}
            </p>
          )}
          <p aria-live="polite" hidden={trouble !== null}>
            {progress} {total > 0 && <span className="hint">({bar.done(total - left, total)})</span>}
          </p>
          <p aria-live="polite">
            {fault && (
              <button type="button" className="text-button finish-fault" onClick={() => onGoTo(fault.field)}>
                {bar.faultAt(fault.label, fault.text)}
              </button>
            )}
          </p>
          {draft !== 'idle' && (draft === 'lost' || !fault) && (
            <p className={draft === 'lost' ? 'error-text' : 'hint finish-draft'}>{words.draft[draft]}</p>
          )}
        </div>
        <div className="button-row">
          {left > 0 && (
            <Button look="primary" onClick={onNext}>
              {bar.next}
            </Button>
          )}
          <Button look={left > 0 ? 'secondary' : 'primary'} busy={sending} onClick={onFinish}>
            {sending ? bar.sending : label}
          </Button>
        </div>
      </div>
    </section>
  );
}
