/** Makes the sender's texts safe to show. */
import type { PublicDirectLinkOut, SigningOut } from '@countersign/client/generated/api';
import { visibleText } from '@countersign/contract/visible-text';

/**
 * The view with deceptive characters in title, message, sender and reason made visible. Names and values of the recipient stay as they
 * are, because they can be sent back.
 */
export function readableView(view: SigningOut): SigningOut {
  const { document } = view;
  const { title, message, sender, sender_person: person, close_reason: reason } = document;
  return {
    ...view,
    document: {
      ...document,
      title: visibleText(title),
      ...(message != null && { message: visibleText(message) }),
      sender: visibleText(sender),
      ...(person != null && { sender_person: visibleText(person) }),
      ...(reason != null && { close_reason: visibleText(reason) }),
    },
  };
}

/** The direct link with deceptive characters in title and sender made visible. */
export function readableLink(link: PublicDirectLinkOut): PublicDirectLinkOut {
  return { ...link, title: visibleText(link.title), sender: visibleText(link.sender) };
}
