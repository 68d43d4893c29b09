/** Reports a new way to sign in to the person, so that they notice if somebody else added it. */
import { layOut } from './layout.ts';
import type { RenderedMail } from './mail-data.ts';
import { type Prose, prose, strong } from './prose.ts';

export interface SignInMethodData {
  workspaceName: string;
  accentColor: string;
  recipientName: string;
  /** `single_sign_on`. */
  method: string;
  /** Of the identity provider. */
  name: string;
  at: Date;
  /** The settings of the console. */
  link: string;
}

/** The email after a way to sign in was added. */
export function signInMethodMail(data: SignInMethodData): RenderedMail {
  const says = added(data);
  return layOut(
    {
      subject: 'A new way to sign in to Countersign',
      preview: says,
      heading: prose`A new way to sign in`,
      recipientName: data.recipientName,
      blocks: [
        { kind: 'text', prose: says },
        { kind: 'details', rows: [['Added', `${data.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`]] },
        { kind: 'button', label: 'Open your settings', link: data.link },
        {
          kind: 'note',
          prose: prose`If this was not you, sign out everywhere in your settings and tell the operator of this service.`,
        },
      ],
    },
    { ...data, mode: 'live', documentId: null },
  );
}

function added({ name }: SignInMethodData): Prose {
  return prose`You can now sign in to Countersign with ${strong(name)}. It was connected to your account because it has verified your email address.`;
}
