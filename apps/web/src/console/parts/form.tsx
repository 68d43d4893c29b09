/** Forms that submit once at a time and show errors above their buttons. */
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type Action, useAction } from '../use-action.ts';
import { Fault } from './page.tsx';

/** A form whose submission runs `action`. */
export function Form({ action, children }: { action: Pick<Action<[]>, 'run'>; children: ReactNode }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void action.run();
      }}
    >
      {children}
    </form>
  );
}

/** A dialog with a form. It closes when `onSubmit` succeeds, and otherwise shows the error. */
export function FormDialog({
  title,
  children,
  action: actionLabel,
  cancel = 'Cancel',
  danger = false,
  disabled = false,
  className,
  explains = () => false,
  onSubmit,
  onClose,
}: {
  title: string;
  /** A function receives the last error, to show it at an input. */
  children: ReactNode | ((error: unknown) => ReactNode);
  action: ReactNode;
  cancel?: string;
  danger?: boolean;
  disabled?: boolean;
  className?: string;
  /** Whether the children show this error at an input. */
  explains?: (error: unknown) => boolean;
  onSubmit: () => Promise<void>;
  onClose: () => void;
}) {
  const action = useAction(async () => {
    await onSubmit();
    onClose();
  });
  return (
    <Dialog title={title} onClose={onClose} className={className}>
      <Form action={action}>
        {typeof children === 'function' ? children(action.error) : children}
        {!explains(action.error) && <Fault error={action.error} />}
        <div className="button-row dialog-actions">
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" look={danger ? 'danger' : 'primary'} busy={action.isBusy} disabled={disabled}>
            {actionLabel}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
