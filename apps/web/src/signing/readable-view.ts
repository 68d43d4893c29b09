/** Makes the sender's texts safe to show. */
import type { SigningOut } from '@countersign/client/generated/api';
import { visibleText } from '@countersign/contract/visible-text';

/**
 * The view with deceptive characters in title, message and sender made visible. Names and values of the recipient stay
 * as they are, because they can be sent back.
 */
export function readableView(view: SigningOut): SigningOut {
  const { document } = view;
  const { title, message, sender } = document;
  return {
    ...view,
    document: {
      ...document,
      title: visibleText(title),
      ...(message != null && { message: visibleText(message) }),
      sender: visibleText(sender),
    },
  };
}
