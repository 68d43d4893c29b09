import { visibleText } from '@countersign/contract/visible-text';
import { type ReactNode, useEffect, useId, useRef } from 'react';

/** A modal <dialog> of the browser: it keeps the focus, Escape closes it, and focus returns to where it was. */
export function Dialog({
  title,
  onClose,
  children,
  className = '',
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
  className?: string;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = ref.current!;
    const opener = document.activeElement;
    if (!dialog.open) dialog.showModal();
    return () => {
      dialog.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  return (
    <dialog
      ref={ref}
      className={`dialog ${className}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file input in the dialog also sends this event, when its picker is closed (HTML standard, File Upload state).
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={titleId} className="dialog-title">
        {visibleText(title)}
      </h2>
      {children}
    </dialog>
  );
}
