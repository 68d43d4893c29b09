/** The link that signs a person in to the console (docs/spec/decisions.md, section 7). */
import { layOut } from './layout.ts';
import type { RenderedMail } from './mail-data.ts';
import { prose } from './prose.ts';

export interface MagicLinkData {
  workspaceName: string;
  accentColor: string;
  recipientName: string;
  link: string;
  validMinutes: number;
}

/** The email with the single-use link. */
export function magicLinkMail(data: MagicLinkData): RenderedMail {
  const opens = prose`Use this link to sign in. It works once, within ${String(data.validMinutes)} minutes.`;
  return layOut(
    {
      subject: `Sign in to ${data.workspaceName}`,
      preview: opens,
      heading: prose`Sign in to ${data.workspaceName}`,
      recipientName: data.recipientName,
      blocks: [
        { kind: 'text', prose: opens },
        { kind: 'button', label: 'Sign in', link: data.link },
        {
          kind: 'note',
          prose: prose`Do not forward this email. If you did not request it, ignore it: nobody can sign in without this link.`,
        },
      ],
    },
    { ...data, mode: 'live', documentId: null },
  );
}
