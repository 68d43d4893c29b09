/** The members of the workspace and their roles. Owners invite, change and remove them. */
import type { InvitationOut, MemberOut } from '@countersign/client/generated/api';
import type { Role } from '@countersign/contract/roles';
import { useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { Badge } from './parts/badge.tsx';
import { Confirm, Pager, Select } from './parts/controls.tsx';
import { FormDialog } from './parts/form.tsx';
import { Icon } from './parts/icon.tsx';
import { printAgo, printDay } from './parts/moments.ts';
import { Answer, Card, Page } from './parts/page.tsx';
import { Table } from './parts/table.tsx';
import { hasIssue, issueOf } from './problem-error.ts';
import { useInvalidate, useQuery } from './query.ts';
import { useClient, useIsAtLeast, useScope, useSessionStore } from './session.tsx';
import { useToasts } from './toasts.tsx';
import { workspaceRoles } from './words.ts';

const membersPath = '/v1/console/members';
const invitationsPath = '/v1/console/invitations';
const pageSize = 50;
const allRoles = Object.keys(workspaceRoles) as Role[];

/** The members page. */
export function MembersPage() {
  const owns = useIsAtLeast('owner');
  const [isInviting, setInviting] = useState(false);
  const [offset, setOffset] = useState(0);
  const members = useQuery(membersPath, { query: { limit: pageSize, offset } });
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
        <Answer query={members}>
          {({ items, total, limit }) => (
            <>
              <MemberTable members={items} owns={owns} isWhole={items.length === total} />
              <Pager
                total={total}
                limit={limit}
                offset={offset}
                onMove={setOffset}
                words={['Previous', 'Next']}
              />
            </>
          )}
        </Answer>
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

function MemberTable({
  members,
  owns,
  isWhole,
}: {
  members: MemberOut[];
  owns: boolean;
  /** Whether `members` are all of the workspace. */
  isWhole: boolean;
}) {
  const id = useId();
  const { session } = useScope();
  const client = useClient();
  const invalidate = useInvalidate();
  const { say, attempt } = useToasts();
  const { reload } = useSessionStore();
  const [removing, setRemoving] = useState<MemberOut | null>(null);
  /** The role that the person wants to give themselves. */
  const [ownRole, setOwnRole] = useState<Role | null>(null);
  const isMe = (member: MemberOut) => member.user_id === session.user.id;
  const isOnlyOwner = isWhole && members.filter(({ role }) => role === 'owner').length === 1;
  const setRole = (userId: string, role: Role) =>
    client
      .patch('/v1/console/members/{user_id}', { params: { path: { user_id: userId } }, body: { role } })
      .finally(() => invalidate(membersPath));
  const change = (member: MemberOut, role: Role) =>
    attempt(async () => {
      await setRole(member.user_id, role);
      return `${member.name || member.email} is now ${workspaceRoles[role].label.toLowerCase()}`;
    });
  return (
    <>
      <Table columns={['Person', 'Role', 'Joined', 'Last seen', ...(owns ? [null] : [])]}>
        {members.map((member) => (
          <tr key={member.user_id}>
            <td>
              <span className="c-row-title">
                {member.name || member.email} {isMe(member) && <Badge tone="info">You</Badge>}
              </span>
              <span className="c-row-sub">{member.email}</span>
            </td>
            <td>
              {owns && !member.from_groups ? (
                <Select
                  label={`Role of ${member.name || member.email}`}
                  hideLabel
                  className="c-inline-select"
                  value={member.role}
                  onChange={(event) => {
                    const role = event.currentTarget.value as Role;
                    if (isMe(member)) setOwnRole(role);
                    else void change(member, role);
                  }}
                >
                  {allRoles.map((role) => (
                    <option key={role} value={role}>
                      {workspaceRoles[role].label}
                    </option>
                  ))}
                </Select>
              ) : (
                <>
                  {workspaceRoles[member.role].label}
                  {member.from_groups && <span className="c-row-sub">from groups</span>}
                </>
              )}
            </td>
            <td data-label="Joined">{printDay(member.joined_at)}</td>
            <td data-label="Last seen">{member.last_seen_at ? printAgo(member.last_seen_at) : 'Never'}</td>
            {owns && (
              <td className="c-cell-end">
                {isMe(member) ? (
                  <>
                    <Button
                      disabled={isOnlyOwner}
                      aria-describedby={isOnlyOwner ? `${id}-owner` : undefined}
                      onClick={() => setRemoving(member)}
                    >
                      Leave
                    </Button>
                    {isOnlyOwner && (
                      <span id={`${id}-owner`} className="c-row-sub">
                        Make someone else an owner first.
                      </span>
                    )}
                  </>
                ) : (
                  <Button
                    onClick={() => setRemoving(member)}
                    aria-label={`Remove ${member.name || member.email}`}
                  >
                    Remove
                  </Button>
                )}
              </td>
            )}
          </tr>
        ))}
      </Table>
      {ownRole && (
        <Confirm
          title="Change your own role?"
          action={`Become ${workspaceRoles[ownRole].label.toLowerCase()}`}
          danger
          onClose={() => setOwnRole(null)}
          onConfirm={async () => {
            await setRole(session.user.id, ownRole);
            await reload();
          }}
        >
          <p>
            You can no longer manage members and settings. Only another owner can make you an owner again.
          </p>
        </Confirm>
      )}
      {removing && (
        <Confirm
          title={isMe(removing) ? 'Leave this workspace?' : `Remove ${removing.name || removing.email}?`}
          action={isMe(removing) ? 'Leave' : 'Remove'}
          danger
          onClose={() => setRemoving(null)}
          onConfirm={async () => {
            await client.delete('/v1/console/members/{user_id}', {
              params: { path: { user_id: removing.user_id } },
            });
            invalidate(membersPath);
            say(isMe(removing) ? 'You left the workspace' : 'Removed from the workspace');
            if (isMe(removing)) await reload();
          }}
        >
          <p>
            {isMe(removing)
              ? 'You lose access immediately. Documents you sent are kept.'
              : 'They lose access immediately. Documents they sent are kept.'}
          </p>
          {removing.from_groups && !isMe(removing) && (
            <p>
              Their groups at the identity provider give them access again at the next sign-in. Remove them
              from the groups as well.
            </p>
          )}
        </Confirm>
      )}
    </>
  );
}

function Invitations() {
  const invitations = useQuery(invitationsPath);
  const client = useClient();
  const invalidate = useInvalidate();
  const { attempt } = useToasts();
  if (!invitations.data?.length) return null;
  const cancel = ({ id }: InvitationOut) =>
    attempt(async () => {
      const params = { path: { invitation_id: id } };
      await client
        .delete('/v1/console/invitations/{invitation_id}', { params })
        .finally(() => invalidate(invitationsPath));
      return 'Invitation canceled';
    });
  return (
    <Card title="Open invitations">
      <Table columns={['Email', 'Role', 'Expires', null]}>
        {invitations.data.map((one) => (
          <tr key={one.id}>
            <td>
              <span className="c-row-title">{one.email}</span>
              {one.invited_by && (
                <span className="c-row-sub">invited by {one.invited_by.name || one.invited_by.email}</span>
              )}
            </td>
            <td>{workspaceRoles[one.role].label}</td>
            <td data-label="Expires">{printDay(one.expires_at)}</td>
            <td className="c-cell-end">
              <Button onClick={() => void cancel(one)} aria-label={`Cancel the invitation of ${one.email}`}>
                Cancel
              </Button>
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const invalidate = useInvalidate();
  const { say } = useToasts();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const invite = async () => {
    await client.post(invitationsPath, { body: { email: email.trim(), role } });
    invalidate(invitationsPath);
    say(`Invitation sent to ${email.trim()}`);
  };
  return (
    <FormDialog
      title="Invite a person"
      action="Send invitation"
      explains={hasIssue('email')}
      onSubmit={invite}
      onClose={onClose}
    >
      {(error) => (
        <>
          <TextInput
            label="Email"
            type="email"
            required
            value={email}
            error={issueOf(error, 'email')}
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
        </>
      )}
    </FormDialog>
  );
}
