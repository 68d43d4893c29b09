/** Signing in with a passkey. The script of WebAuthn is fetched when the button is pressed. */
import { Button } from '../ui/button.tsx';
import { createClient } from './client.ts';
import { Icon } from './parts/icon.tsx';
import { Fault } from './parts/page.tsx';
import { useRouter } from './router.tsx';
import { useSessionStore } from './session.tsx';
import { useAction } from './use-action.ts';
import { rememberWanted, takeWanted } from './wanted-address.ts';

const client = createClient(null, 'live');

/** The button. `wanted` is the address to open afterwards. */
export function PasskeyButton({ wanted }: { wanted: string }) {
  const { setSession } = useSessionStore();
  const { go } = useRouter();
  const action = useAction(async () => {
    rememberWanted(wanted);
    const { answerWithPasskey } = await import('./passkeys.ts');
    const { options } = await client.post('/v1/console/passkey-sign-in');
    const response = await answerWithPasskey(options);
    if (!response) return;
    const session = await client.post('/v1/console/passkey-sign-in/session', { body: { response } });
    go(takeWanted(), { replace: true });
    setSession(session);
  });
  return (
    <>
      <Fault error={action.error} />
      <Button busy={action.isBusy} onClick={() => void action.run()} className="c-wide">
        <Icon name="keys" />
        Sign in with a passkey
      </Button>
    </>
  );
}
