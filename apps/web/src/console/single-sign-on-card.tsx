/** The settings of single sign-on: which groups give which role, and whether members must use it. For owners. */
import type { SingleSignOnSettingsOut } from '@countersign/client/generated/api';
import type { Role } from '@countersign/contract/roles';
import { visibleText } from '@countersign/contract/visible-text';
import { useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { IconButton, Select, Tick } from './parts/controls.tsx';
import { Form } from './parts/form.tsx';
import { Icon } from './parts/icon.tsx';
import { Answer, Card, Fault } from './parts/page.tsx';
import { useInvalidate, useQuery } from './query.ts';
import { useClient, useScope, useSessionStore } from './session.tsx';
import { useToasts } from './toasts.tsx';
import { useAction } from './use-action.ts';
import { workspaceRoles } from './words.ts';

const settingsPath = '/v1/console/workspace/single-sign-on';
const maxGroups = 100;
const allRoles = Object.keys(workspaceRoles) as Role[];

/** A row of the form. The key keeps its inputs apart while rows are removed. */
interface Row {
  key: number;
  group: string;
  role: Role;
}

/** The card, for owners. */
export function SingleSignOnCard() {
  const { workspace } = useScope();
  const settings = useQuery(settingsPath);
  const { data } = settings;
  if (data && !data.provider && !data.required && data.groups.length === 0)
    return (
      <Card
        title="Single sign-on"
        hint="This installation has no identity provider. Its operator can set one."
      >
        <a href="/docs/guides/single-sign-on">How single sign-on works</a>
      </Card>
    );
  return (
    <Card
      title="Single sign-on"
      hint={
        data?.provider
          ? `Members sign in with ${visibleText(data.provider.name)}. People of these groups become members when they sign in, and lose access when they leave the group.`
          : 'This installation has no identity provider at the moment.'
      }
    >
      <Answer query={settings} lines={3}>
        {(found) => <SingleSignOnForm key={workspace.id} settings={found} />}
      </Answer>
    </Card>
  );
}

function SingleSignOnForm({ settings }: { settings: SingleSignOnSettingsOut }) {
  const { session } = useScope();
  const client = useClient();
  const invalidate = useInvalidate();
  const { reload } = useSessionStore();
  const { say } = useToasts();
  const legend = useId();
  const [rows, setRows] = useState<Row[]>(() => settings.groups.map((one, key) => ({ key, ...one })));
  const [required, setRequired] = useState(settings.required);
  const change = (key: number, part: Partial<Row>) =>
    setRows((all) => all.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const add = () =>
    setRows((all) => [
      ...all,
      { key: Math.max(-1, ...all.map(({ key }) => key)) + 1, group: '', role: 'member' },
    ]);
  const action = useAction(async () => {
    const groups = rows.map(({ group, role }) => ({ group: group.trim(), role }));
    await client.put(settingsPath, { body: { required, groups } });
    invalidate(settingsPath);
    await reload();
    say('Single sign-on saved');
  });
  const canRequire = settings.required || session.signed_in_by === 'single_sign_on';
  return (
    <Form action={action}>
      <fieldset className="c-group-roles" aria-labelledby={legend}>
        <legend id={legend} className="visually-hidden">
          Groups
        </legend>
        {rows.map(({ key, group, role }, index) => (
          <div key={key} className="c-group-row">
            <TextInput
              label={`Group ${index + 1}`}
              required
              maxLength={200}
              value={group}
              onChange={(event) => change(key, { group: event.currentTarget.value })}
            />
            <Select
              label={`Role of group ${index + 1}`}
              value={role}
              onChange={(event) => change(key, { role: event.currentTarget.value as Role })}
            >
              {allRoles.map((one) => (
                <option key={one} value={one}>
                  {workspaceRoles[one].label}
                </option>
              ))}
            </Select>
            <IconButton
              icon="trash"
              label={`Remove group ${index + 1}`}
              onClick={() => setRows((all) => all.filter((row) => row.key !== key))}
            />
          </div>
        ))}
        <Button disabled={rows.length >= maxGroups} onClick={add}>
          <Icon name="plus" />
          Add a group
        </Button>
        <p className="hint">
          The name exactly as the provider sends it; in Microsoft Entra the id of the group.{' '}
          <a href="/docs/guides/single-sign-on">How single sign-on works</a>
        </p>
      </fieldset>
      <Tick
        label="Require single sign-on in this workspace"
        hint={
          canRequire
            ? 'Sessions that began with an emailed link then have no access. API keys are not affected.'
            : 'Sign in by single sign-on first, so that you know that it works.'
        }
        disabled={!canRequire}
        checked={required}
        onChange={(event) => setRequired(event.currentTarget.checked)}
      />
      <Fault error={action.error} />
      <Button type="submit" busy={action.isBusy}>
        Save
      </Button>
    </Form>
  );
}
