/** The button that begins single sign-on. */
import { visibleText } from '@countersign/contract/visible-text';
import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { createClient } from './client.ts';
import { Icon } from './parts/icon.tsx';
import { Fault } from './parts/page.tsx';
import { useAction } from './use-action.ts';
import { rememberWanted } from './wanted-address.ts';

const client = createClient(null, 'live');

/** The ways to sign in besides a link by email; none while they are not known. */
export function useSignInMethods(): { provider: string | null; passkeys: boolean } {
  const [methods, setMethods] = useState<{ provider: string | null; passkeys: boolean }>({
    provider: null,
    passkeys: false,
  });
  useEffect(() => {
    // Without an answer the person can still sign in by email.
    client.get('/v1/console/sign-in-methods').then(
      ({ single_sign_on: found, passkeys }) => setMethods({ provider: found?.name ?? null, passkeys }),
      () => undefined,
    );
  }, []);
  return methods;
}

/** Sends the browser to the identity provider. `wanted` is the address to open afterwards. */
export function SingleSignOnButton({
  name,
  wanted,
  look = 'secondary',
}: {
  name: string;
  wanted: string;
  look?: 'primary' | 'secondary';
}) {
  const action = useAction(async () => {
    rememberWanted(wanted);
    const { url } = await client.post('/v1/console/single-sign-on');
    location.assign(url);
  });
  return (
    <>
      <Fault error={action.error} />
      <Button look={look} busy={action.isBusy} onClick={() => void action.run()} className="c-wide">
        <Icon name="shield" />
        Sign in with {visibleText(name)}
      </Button>
    </>
  );
}
