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

/** The name of the identity provider; null while it is not known, and if there is none. */
export function useProviderName(): string | null {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    // Without an answer the person can still sign in by email.
    client.get('/v1/console/sign-in-methods').then(
      ({ single_sign_on: found }) => setName(found?.name ?? null),
      () => undefined,
    );
  }, []);
  return name;
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
