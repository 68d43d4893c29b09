/** The direct links of a template: create, copy, and turn off. */
import type { DirectLinkOut, TemplateOut } from '@countersign/client/generated/api';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { PageProps } from '../page-props.ts';
import { Badge } from '../parts/badge.tsx';
import { Confirm, Pager, Select } from '../parts/controls.tsx';
import { FormDialog } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { endOfDay, printMoment } from '../parts/moments.ts';
import { Answer, Card, EmptyState, Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { issueOf } from '../problem-error.ts';
import { useInvalidate, useQuery } from '../query.ts';
import { useClient } from '../session.tsx';
import { useToasts } from '../toasts.tsx';
import { roles } from '../words.ts';
import { emptyPerson, PersonInputs } from './person-inputs.tsx';

const pageSize = 25;

const states: Record<DirectLinkOut['status'], { label: string; tone: 'good' | 'plain' | 'warn' }> = {
  active: { label: 'Active', tone: 'good' },
  disabled: { label: 'Off', tone: 'plain' },
  expired: { label: 'Expired', tone: 'plain' },
  used_up: { label: 'Used up', tone: 'plain' },
  template_changed: { label: 'Template changed', tone: 'warn' },
};

/** Lists the direct links of a template in the chosen mode. */
export function DirectLinksPage({ params }: PageProps) {
  const template = useQuery('/v1/templates/{tpl_id}', { path: { tpl_id: params.id! } });
  return (
    <Answer query={template} lines={8}>
      {(data) => <Links key={data.id} template={data} />}
    </Answer>
  );
}

function Links({ template }: { template: TemplateOut }) {
  const client = useClient();
  const invalidate = useInvalidate();
  const { say } = useToasts();
  const [offset, setOffset] = useState(0);
  const [isCreating, setCreating] = useState(false);
  const [ending, setEnding] = useState<DirectLinkOut | null>(null);
  const path = { tpl_id: template.id };
  const refresh = () => invalidate(`/v1/templates/${template.id}/direct-links`);
  const links = useQuery('/v1/templates/{tpl_id}/direct-links', { path, query: { limit: pageSize, offset } });
  const newLink = (
    <Button look="primary" onClick={() => setCreating(true)}>
      <Icon name="plus" />
      New link
    </Button>
  );
  return (
    <Page
      title={`Direct links of “${template.name}”`}
      documentTitle={`Direct links of ${template.name}`}
      back={{ href: '/templates', label: 'Templates' }}
      lead="Everyone who opens a direct link can sign this template. Each visit creates a document."
      actions={newLink}
    >
      <Card>
        <Answer query={links}>
          {({ items, total, limit }) =>
            total === 0 ? (
              <EmptyState icon="link" title="No direct links yet" actions={newLink}>
                <p>
                  Put a direct link on a web page or a poster. The page asks for a name and an email address;
                  you need to know neither in advance.
                </p>
              </EmptyState>
            ) : (
              <>
                <LinkTable links={items} onTurnOff={setEnding} />
                <Pager total={total} limit={limit} offset={offset} onMove={setOffset} />
              </>
            )
          }
        </Answer>
      </Card>
      {isCreating && (
        <NewLinkDialog
          template={template}
          onClose={() => setCreating(false)}
          onCreated={() => {
            refresh();
            say('Direct link created');
          }}
        />
      )}
      {ending && (
        <Confirm
          title="Turn this link off?"
          action="Turn off"
          danger
          onClose={() => setEnding(null)}
          onConfirm={async () => {
            await client.delete('/v1/templates/{tpl_id}/direct-links/{direct_link_id}', {
              params: { path: { ...path, direct_link_id: ending.id } },
            });
            refresh();
            say('Direct link turned off');
          }}
        >
          <p>It cannot be turned on again. Documents that it created are not affected.</p>
        </Confirm>
      )}
    </Page>
  );
}

function LinkTable({
  links,
  onTurnOff,
}: {
  links: readonly DirectLinkOut[];
  onTurnOff: (link: DirectLinkOut) => void;
}) {
  const { say, complain } = useToasts();
  const copy = async (url: string) => {
    try {
      await navigator.clipboard.writeText(url);
      say('Address copied');
    } catch {
      complain('The browser does not allow copying. Select the address and copy it.');
    }
  };
  return (
    <Table columns={['Link', 'Status', 'Documents', 'Valid until', null]}>
      {links.map((link) => (
        <tr key={link.id}>
          <td>
            <span className={`c-mono c-link-url ${link.status === 'active' ? '' : 'c-muted'}`}>
              {link.url ?? 'The address can no longer be shown.'}
            </span>
            <span className="c-row-sub">
              {link.confirm_email ? 'Confirms the address by email' : 'Signs at once'}
            </span>
          </td>
          <td>
            <Badge tone={states[link.status].tone}>{states[link.status].label}</Badge>
          </td>
          <td data-label="Documents" className="c-number">
            {link.max_uses === null ? link.uses : `${link.uses} of ${link.max_uses}`}
          </td>
          <td data-label="Valid until">{printMoment(link.expires_at)}</td>
          <td className="c-cell-tight">
            {link.disabled_at === null && (
              <div className="button-row">
                {link.status === 'active' && link.url && (
                  <Button onClick={() => void copy(link.url!)}>
                    <Icon name="copy" />
                    Copy
                  </Button>
                )}
                <Button look="quiet" onClick={() => onTurnOff(link)}>
                  Turn off
                </Button>
              </div>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function NewLinkDialog({
  template,
  onCreated,
  onClose,
}: {
  template: TemplateOut;
  onCreated: () => void;
  onClose: () => void;
}) {
  const client = useClient();
  const placeholders = template.recipients.map((placeholder, index) => ({ ...placeholder, index }));
  const acting = placeholders.filter(({ role }) => role === 'signer' || role === 'approver');
  const [visitor, setVisitor] = useState(acting[0]?.index ?? 0);
  const others = placeholders.filter(({ index }) => index !== visitor);
  const [people, setPeople] = useState(() => placeholders.map(() => emptyPerson));
  const [confirms, setConfirms] = useState(true);
  const [maxUses, setMaxUses] = useState('');
  const [lastDay, setLastDay] = useState('');
  const create = async () => {
    await client.post('/v1/templates/{tpl_id}/direct-links', {
      params: { path: { tpl_id: template.id } },
      body: {
        recipient_index: visitor,
        recipients: others.map(({ index, auth_level, delivery }) => ({
          name: people[index]!.name.trim(),
          email: people[index]!.email.trim(),
          auth_level,
          delivery,
        })),
        confirm_email: confirms,
        max_uses: maxUses === '' ? null : Number(maxUses),
        expires_at: endOfDay(lastDay),
      },
    });
    onCreated();
  };
  return (
    <FormDialog
      title="New direct link"
      action="Create link"
      onSubmit={create}
      onClose={onClose}
      explains={(error) => issueOf(error, 'max_uses') !== null || issueOf(error, 'expires_at') !== null}
    >
      {(error) => (
        <>
          {placeholders.length > 1 && (
            <Select
              label="The visitor is"
              value={String(visitor)}
              onChange={(event) => setVisitor(Number(event.currentTarget.value))}
            >
              {acting.map(({ index, name, role }) => (
                <option key={index} value={index}>
                  {name} ({roles[role ?? 'signer'].label.toLowerCase()})
                </option>
              ))}
            </Select>
          )}
          {others.map(({ index, name }) => (
            <fieldset key={index} className="c-place">
              <legend>{name}</legend>
              <PersonInputs
                person={people[index]!}
                onChange={(person) => setPeople(people.with(index, person))}
              />
            </fieldset>
          ))}
          <Select
            label="How visitors sign"
            value={confirms ? 'email' : 'now'}
            hint={
              confirms
                ? 'The signing link goes to the address that they enter, which confirms the address.'
                : 'The certificate of completion says that the address was not confirmed.'
            }
            onChange={(event) => setConfirms(event.currentTarget.value === 'email')}
          >
            <option value="email">With a link by email</option>
            <option value="now">At once, without an email</option>
          </Select>
          <div className="c-pair">
            <TextInput
              label="Maximum number of documents"
              type="number"
              min={1}
              max={1_000_000}
              placeholder="No limit"
              value={maxUses}
              error={issueOf(error, 'max_uses')}
              onChange={(event) => setMaxUses(event.currentTarget.value)}
            />
            <TextInput
              label="Last day"
              type="date"
              value={lastDay}
              error={issueOf(error, 'expires_at')}
              onChange={(event) => setLastDay(event.currentTarget.value)}
            />
          </div>
        </>
      )}
    </FormDialog>
  );
}
