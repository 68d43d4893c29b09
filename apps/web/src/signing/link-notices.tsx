import { Button } from '../ui/button.tsx';
import { Notice } from './notice.tsx';
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

/** Says that the service did not answer, and offers to try again. */
export function Unreachable({ onRetry }: { onRetry: () => void }) {
  const { screens, tryAgain } = useWords();
  return (
    <Notice tone="bad" heading={screens.unreachable.heading} title={null}>
      <p>{screens.unreachable.text}</p>
      <div className="button-row">
        <Button look="primary" onClick={onRetry}>
          {tryAgain}
        </Button>
      </div>
    </Notice>
  );
}
