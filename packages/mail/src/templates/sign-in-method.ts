/** Reports a new or removed way to sign in to the person, so that they notice if somebody else did it. */
import { layOut } from './layout.ts';
import type { RenderedMail } from './mail-data.ts';
import { type Prose, prose, strong } from './prose.ts';

export interface SignInMethodData {
  workspaceName: string;
  accentColor: string;
  recipientName: string;
  /** `single_sign_on` or `passkey`. */
  method: string;
  /** Passkeys can also be removed. */
  change: 'added' | 'removed';
  /** Of the identity provider, or of the passkey. */
  name: string;
  at: Date;
  /** The settings of the console. */
  link: string;
}

/** The email after a way to sign in was added or removed. */
export function signInMethodMail(data: SignInMethodData): RenderedMail {
  const isAdded = data.change === 'added';
  const says = isAdded ? added(data) : removed(data);
  const at = `${data.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return layOut(
    {
      subject: isAdded
        ? 'A new way to sign in to Countersign'
        : 'A way to sign in to Countersign was removed',
      preview: says,
      heading: isAdded ? prose`A new way to sign in` : prose`A way to sign in was removed`,
      recipientName: data.recipientName,
      blocks: [
        { kind: 'text', prose: says },
        { kind: 'details', rows: [[isAdded ? 'Added' : 'Removed', at]] },
        { kind: 'button', label: 'Open your settings', link: data.link },
        {
          kind: 'note',
          prose: isAdded
            ? prose`If this was not you, remove it in your settings if you can, sign out everywhere there, and tell the operator of this service.`
            : prose`If this was not you, sign out everywhere in your settings, and tell the operator of this service.`,
        },
      ],
    },
    { ...data, mode: 'live', documentId: null },
  );
}

function removed({ name }: SignInMethodData): Prose {
  return prose`The passkey ${strong(name)} was removed from your Countersign account. You can no longer sign in with it.`;
}

function added({ method, name }: SignInMethodData): Prose {
  if (method === 'passkey') return prose`The passkey ${strong(name)} was added to your Countersign account.`;
  return prose`You can now sign in to Countersign with ${strong(name)}. It was connected to your account because it has verified your email address.`;
}
