/** Who belongs to the workspace, as what; owners invite, change and remove. */
import type { InvitationOut, MemberOut } from '@countersign/contract/console';
import type { Role } from '@countersign/contract/roles';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { Badge } from './parts/badge.tsx';
import { Confirm, Select } from './parts/controls.tsx';
import { Icon } from './parts/icon.tsx';
import { printAgo, printDay } from './parts/moments.ts';
import { Answer, Card, Fault, Page } from './parts/page.tsx';
import { issueOf } from './problem-error.ts';
import { useAction, useAnswers, useQuery } from './query.ts';
import { useClient, useIsAtLeast, useScope } from './session.tsx';
import { useToasts } from './toasts.tsx';
import { workspaceRoles } from './words.ts';

const membersPath = '/v1/console/members';
const invitationsPath = '/v1/console/invitations';
const allRoles = Object.keys(workspaceRoles) as Role[];

/** The people of the workspace. */
export function MembersPage() {
  const owns = useIsAtLeast('owner');
  const [isInviting, setInviting] = useState(false);
  const members = useQuery<MemberOut[]>(membersPath);
  return (
    <Page
      title="Members"
      actions={
        owns && (
          <Button look="primary" onClick={() => setInviting(true)}>
            <Icon name="plus" />
            Invite
          </Button>
        )
      }
    >
      <Card>
        <Answer query={members}>{(all) => <MemberTable members={all} owns={owns} />}</Answer>
      </Card>
      {owns && <Invitations />}
      <Card title="Roles">
        <dl className="c-facts">
          {allRoles.map((role) => (
            <Fact key={role} name={workspaceRoles[role].label} text={workspaceRoles[role].hint} />
          ))}
        </dl>
      </Card>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </>
  );
}

function MemberTable({ members, owns }: { members: MemberOut[]; owns: boolean }) {
  const { session } = useScope();
  const client = useClient();
  const { invalidate } = useAnswers();
  const { say, complain } = useToasts();
  const [removing, setRemoving] = useState<MemberOut | null>(null);
  const change = async (member: MemberOut, role: Role) => {
    try {
      await client.patch(`${membersPath}/${member.user_id}`, { role });
      say(`${member.name || member.email} is ${workspaceRoles[role].label.toLowerCase()} now`);
    } catch (error) {
      complain(error);
    }
    invalidate(membersPath);
  };
  return (
    <div className="c-table-frame">
      <table className="c-table c-table-stack">
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Role</th>
            <th scope="col">Since</th>
            <th scope="col">Last seen</th>
            {owns && (
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member.user_id}>
              <td>
                <span className="c-row-title">
                  {member.name || member.email}{' '}
                  {member.user_id === session.user.id && <Badge tone="info">You</Badge>}
                </span>
                <span className="c-row-sub">{member.email}</span>
              </td>
              <td>
                {owns ? (
                  <Select
                    label={`Role of ${member.name || member.email}`}
                    hideLabel
                    className="c-inline-select"
                    value={member.role}
                    onChange={(event) => void change(member, event.currentTarget.value as Role)}
                  >
                    {allRoles.map((role) => (
                      <option key={role} value={role}>
                        {workspaceRoles[role].label}
                      </option>
                    ))}
                  </Select>
                ) : (
                  workspaceRoles[member.role].label
                )}
              </td>
              <td data-label="Since">{printDay(member.joined_at)}</td>
              <td data-label="Last seen">{member.last_seen_at ? printAgo(member.last_seen_at) : 'Never'}</td>
              {owns && (
                <td className="c-cell-end">
                  <Button
                    onClick={() => setRemoving(member)}
                    aria-label={`Remove ${member.name || member.email}`}
                  >
                    Remove
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {removing && (
        <Confirm
          title={`Remove ${removing.name || removing.email}?`}
          action="Remove"
          danger
          onClose={() => setRemoving(null)}
          onConfirm={async () => {
            await client.delete(`${membersPath}/${removing.user_id}`);
            invalidate(membersPath);
            say('Removed from the workspace');
          }}
        >
          <p>Access ends at once. Documents that they sent stay.</p>
        </Confirm>
      )}
    </div>
  );
}

function Invitations() {
  const invitations = useQuery<InvitationOut[]>(invitationsPath);
  const client = useClient();
  const { invalidate } = useAnswers();
  const { say, complain } = useToasts();
  if (!invitations.data?.length) return null;
  const withdraw = async (one: InvitationOut) => {
    try {
      await client.delete(`${invitationsPath}/${one.id}`);
      say('Invitation withdrawn');
    } catch (error) {
      complain(error);
    }
    invalidate(invitationsPath);
  };
  return (
    <Card title="Open invitations">
      <div className="c-table-frame">
        <table className="c-table c-table-stack">
          <thead>
            <tr>
              <th scope="col">Address</th>
              <th scope="col">Role</th>
              <th scope="col">Good until</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {invitations.data.map((one) => (
              <tr key={one.id}>
                <td>
                  <span className="c-row-title">{one.email}</span>
                  {one.invited_by && (
                    <span className="c-row-sub">
                      invited by {one.invited_by.name || one.invited_by.email}
                    </span>
                  )}
                </td>
                <td>{workspaceRoles[one.role].label}</td>
                <td data-label="Good until">{printDay(one.expires_at)}</td>
                <td className="c-cell-end">
                  <Button
                    onClick={() => void withdraw(one)}
                    aria-label={`Withdraw the invitation of ${one.email}`}
                  >
                    Withdraw
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const { invalidate } = useAnswers();
  const { say } = useToasts();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const action = useAction(async () => {
    await client.post(invitationsPath, { email: email.trim(), role });
    invalidate(invitationsPath);
    say(`Invitation mailed to ${email.trim()}`);
    onClose();
  });
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void action.run();
        }}
      >
        <TextInput
          label="E-mail address"
          type="email"
          required
          value={email}
          error={issueOf(action.error, 'email')}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Select
          label="Role"
          value={role}
          hint={workspaceRoles[role].hint}
          onChange={(event) => setRole(event.currentTarget.value as Role)}
        >
          {allRoles.map((one) => (
            <option key={one} value={one}>
              {workspaceRoles[one].label}
            </option>
          ))}
        </Select>
        {!issueOf(action.error, 'email') && <Fault error={action.error} />}
        <div className="button-row dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={action.isBusy}>
            Mail the invitation
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
