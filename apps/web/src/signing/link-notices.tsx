import { Button } from '../ui/button.tsx';
import { Notice } from './notice.tsx';
import { type CallError, refusalOf } from './signing-api.ts';
import { wordTrouble } from './trouble-words.ts';
import { useWords } from './words-context.ts';

/** Says that the link of this page does not work. */
export function UnknownLink() {
  const { screens } = useWords();
  return (
    <Notice tone="bad" heading={screens.unknown.heading} title={null}>
      <p>{screens.unknown.text}</p>
    </Notice>
  );
}

/** Says that the service did not answer, or why it refused, and offers to try again. */
export function Unreachable({ error, onRetry }: { error: CallError; onRetry: () => void }) {
  const words = useWords();
  const { screens, tryAgain } = words;
  return (
    <Notice tone="bad" heading={screens.unreachable.heading} title={null}>
      <p>{refusalOf(error) ? wordTrouble(error, words) : screens.unreachable.text}</p>
      <div className="button-row">
        <Button look="primary" onClick={onRetry}>
          {tryAgain}
        </Button>
      </div>
    </Notice>
  );
}
