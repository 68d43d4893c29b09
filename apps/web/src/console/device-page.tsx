/** Approves the sign-in of a command-line client (RFC 8628; docs/spec/decisions.md, section 7). */
import { ApiError } from '@countersign/client/errors';
import type { DeviceRequestOut } from '@countersign/client/generated/api';
import { useEffect, useState } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { Badge } from './parts/badge.tsx';
import { Select } from './parts/controls.tsx';
import { printAgo } from './parts/moments.ts';
import { Fault } from './parts/page.tsx';
import { useRouter } from './router.tsx';
import { useScope } from './session.tsx';
import { Outside } from './sign-in.tsx';
import { useAction } from './use-action.ts';

/** Formats a typed code: `bcdf ghjk` and `BCDFGHJK` become `BCDF-GHJK`. */
export function tidyCode(text: string): string {
  const characters = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return characters.length > 4 ? `${characters.slice(0, 4)}-${characters.slice(4, 8)}` : characters;
}

/** Asks for the code, shows which client requests access, and approves or denies it. */
export function DevicePage() {
  const { query } = useRouter();
  const { client } = useScope();
  const [code, setCode] = useState(() => tidyCode(query.get('code') ?? ''));
  const [asking, setAsking] = useState<DeviceRequestOut | null>(null);
  const [outcome, setOutcome] = useState<'approved' | 'denied' | null>(null);
  const find = useAction(async (wanted: string) => {
    setAsking(
      await client.get('/v1/console/device/{user_code}', { params: { path: { user_code: wanted } } }),
    );
  });
  const isUnknown = find.error instanceof ApiError && find.error.status === 404;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, for the code in the address
  useEffect(() => {
    if (code.length === 9) void find.run(code);
  }, []);

  if (outcome)
    return (
      <Outside title={outcome === 'approved' ? 'Approved' : 'Denied'}>
        <p>
          {outcome === 'approved'
            ? 'The command line can now fetch its key. You can close this window.'
            : 'No key was created. You can close this window.'}
        </p>
        <ButtonLink href={outcome === 'approved' ? '/keys' : '/documents'}>
          {outcome === 'approved' ? 'See all keys' : 'Go to documents'}
        </ButtonLink>
      </Outside>
    );
  if (asking) return <Decision asking={asking} onDone={setOutcome} onOther={() => setAsking(null)} />;
  return (
    <Outside title="Approve a device">
      <p className="c-lead">Enter the code that your terminal shows.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void find.run(code);
        }}
      >
        <TextInput
          label="Code"
          className="code-input"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="XXXX-XXXX"
          required
          value={code}
          error={isUnknown ? 'Unknown code. Codes expire after 15 minutes.' : null}
          onChange={(event) => setCode(tidyCode(event.currentTarget.value))}
        />
        {!isUnknown && <Fault error={find.error} />}
        <Button type="submit" look="primary" busy={find.isBusy} className="c-wide">
          Continue
        </Button>
      </form>
    </Outside>
  );
}

function Decision({
  asking,
  onDone,
  onOther,
}: {
  asking: DeviceRequestOut;
  onDone: (outcome: 'approved' | 'denied') => void;
  onOther: () => void;
}) {
  const { session, workspace, client } = useScope();
  const eligible = session.workspaces.filter(({ role }) => role !== 'member');
  const [slug, setSlug] = useState(
    eligible.some((one) => one.slug === workspace.slug) ? workspace.slug : (eligible[0]?.slug ?? ''),
  );
  const [name, setName] = useState(
    asking.name ?? `${asking.client} of ${session.user.name || session.user.email}`,
  );
  const params = { path: { user_code: asking.user_code } };
  const decide = useAction(async (outcome: 'approved' | 'denied') => {
    if (outcome === 'approved')
      await client.post('/v1/console/device/{user_code}/approve', {
        params,
        body: { workspace: slug, name: name.trim() },
      });
    else await client.post('/v1/console/device/{user_code}/deny', { params });
    onDone(outcome);
  });
  return (
    <Outside title={`Approve ${asking.client}?`}>
      <p>
        It receives a{' '}
        <Badge tone={asking.mode === 'test' ? 'warn' : 'good'}>
          {asking.mode === 'test' ? 'Test' : 'Live'}
        </Badge>{' '}
        key for the workspace you choose. Approve only a request that you started yourself.
      </p>
      <dl className="c-facts">
        <dt>Code</dt>
        <dd className="c-mono">{asking.user_code}</dd>
        <dt>Client</dt>
        <dd>
          {asking.client} {asking.client_version}
        </dd>
        <dt>Requested from</dt>
        <dd>{asking.ip ?? 'unknown'}</dd>
        <dt>Requested</dt>
        <dd>{printAgo(asking.created_at)}</dd>
      </dl>
      {eligible.length === 0 ? (
        <p className="c-note c-note-warn">
          Only owners and managers can create keys, and you are a member. Ask one of them to approve this
          request.
        </p>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void decide.run('approved');
          }}
        >
          <Select label="Workspace" value={slug} onChange={(event) => setSlug(event.currentTarget.value)}>
            {eligible.map((one) => (
              <option key={one.slug} value={one.slug}>
                {one.name}
              </option>
            ))}
          </Select>
          <TextInput
            label="Name of the key"
            required
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Fault error={decide.error} />
          <div className="button-row">
            <Button type="submit" look="primary" busy={decide.isBusy}>
              Approve
            </Button>
            <Button busy={decide.isBusy} onClick={() => void decide.run('denied')}>
              Deny
            </Button>
            <Button look="quiet" onClick={onOther}>
              Enter another code
            </Button>
          </div>
        </form>
      )}
    </Outside>
  );
}
