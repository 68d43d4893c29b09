/** The components of the console in all their states. */
import { ApiError } from '@countersign/client/errors';
import { type ReactNode, useState } from 'react';
import { Badge } from '../console/parts/badge.tsx';
import { ButtonTo } from '../console/parts/button-to.tsx';
import { ChosenFile } from '../console/parts/chosen-file.tsx';
import {
  Confirm,
  CopyBlock,
  DropZone,
  IconButton,
  Menu,
  Pager,
  Progress,
  Select,
  Tick,
} from '../console/parts/controls.tsx';
import { Form, FormDialog } from '../console/parts/form.tsx';
import { Icon } from '../console/parts/icon.tsx';
import { Mark } from '../console/parts/mark.tsx';
import { Answer, Card, EmptyState, Failure, Fault, Loading } from '../console/parts/page.tsx';
import { Table } from '../console/parts/table.tsx';
import { useToasts } from '../console/toasts.tsx';
import { documentStates, eventLooks, fieldWords, recipientStates } from '../console/words.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea, TextInput } from '../ui/text-input.tsx';

const refused = new ApiError(
  { status: 409, statusText: 'Conflict', headers: new Headers() },
  { title: 'Not possible', detail: 'The document was voided.' },
);
const unavailable = new ApiError({ status: 503, statusText: 'Unavailable', headers: new Headers() }, {});
const missing = new ApiError(
  { status: 404, statusText: 'Not Found', headers: new Headers() },
  { type: '/problems/not-found', title: 'Not found' },
);
const nothing = () => {};

/** One row of samples. */
export function Samples({ children }: { children: ReactNode }) {
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: '0.75rem', alignItems: 'center' }}>{children}</div>
  );
}

export function ConsoleParts() {
  const [dialog, setDialog] = useState<'plain' | 'form' | 'danger' | null>(null);
  const { say, complain } = useToasts();
  const close = () => setDialog(null);
  return (
    <>
      <Card title="Buttons">
        {(['primary', 'secondary', 'quiet', 'danger'] as const).map((look) => (
          <Samples key={look}>
            <Button look={look}>{look}</Button>
            <Button look={look} busy>
              {look}, busy
            </Button>
            <Button look={look} disabled>
              {look}, disabled
            </Button>
            {look !== 'danger' && <ButtonTo look={look} href="/gallery">{`${look}, link`}</ButtonTo>}
          </Samples>
        ))}
        <Samples>
          <ButtonLink href="/gallery">Link to another page</ButtonLink>
          <IconButton icon="edit" label="Edit" />
          <IconButton icon="trash" label="Delete" disabled />
          <Menu
            label="More actions"
            items={[
              { label: 'Duplicate', icon: 'duplicate', onChoose: nothing },
              { label: 'Delete', icon: 'trash', danger: true, onChoose: nothing },
            ]}
          />
          <Mark />
        </Samples>
      </Card>
      <Card title="States">
        <Samples>
          {Object.entries({ ...documentStates, ...recipientStates }).map(([state, [label, tone]]) => (
            <Badge key={state} tone={tone}>
              {label}
            </Badge>
          ))}
        </Samples>
        <Samples>
          {Object.values(fieldWords).map(({ label, icon }) => (
            <span key={label}>
              <Icon name={icon} /> {label}
            </span>
          ))}
          {Object.entries(eventLooks).map(([type, { icon, tone }]) => (
            <Badge key={type} tone={tone}>
              <Icon name={icon} />
            </Badge>
          ))}
        </Samples>
      </Card>
      <Card title="Inputs" hint="With a hint, an error, and neither.">
        <Form action={{ run: async () => true }}>
          <TextInput label="Name" defaultValue="Ada Lovelace" />
          <TextInput label="Email address" hint="For the invitation" defaultValue="ada@example.test" />
          <TextInput label="Due date" type="date" error="Choose a day in the future." />
          <TextInput label="Title" disabled defaultValue="Cannot be changed" />
          <TextArea label="Message" hint="Included in the email." defaultValue="Please sign by Friday." />
          <Select label="Role" hint="What the person does" defaultValue="b">
            <option value="a">Signer</option>
            <option value="b">Approver</option>
          </Select>
          <Select label="Folder" error="Choose a folder." />
          <Tick label="Ask for a code" hint="Emailed to the recipient" defaultChecked />
          <Tick label="Cannot be changed" disabled />
        </Form>
        <DropZone
          label="Choose a PDF"
          hint="or drop it here"
          accept="application/pdf"
          faultOf={() => null}
          onFile={nothing}
        />
        <ChosenFile
          icon="documents"
          file={new File(['x'.repeat(2000)], 'Lease.pdf')}
          onTakeAnother={nothing}
        />
        <ChosenFile icon="bulk" file={new File(['x'], 'rows.csv')} onTakeAnother={null} />
      </Card>
      <Card title="Lists" actions={<Button>New</Button>}>
        <Table
          columns={[
            { all: 'some', onSelectAll: nothing },
            { name: 'Title', sorted: 'ascending', onSort: nothing },
            { name: 'Created', sorted: null, onSort: nothing },
            'Status',
            null,
          ]}
        >
          {['Lease', 'A title that is much longer than the others, as people write them'].map((title) => (
            <tr key={title}>
              <td className="c-cell-select">
                <input type="checkbox" aria-label={`Select ${title}`} />
              </td>
              <td data-label="Title">{title}</td>
              <td data-label="Created">2 minutes ago</td>
              <td data-label="Status">
                <Badge tone="info">Sent</Badge>
              </td>
              <td>
                <IconButton icon="more" label={`Actions for ${title}`} />
              </td>
            </tr>
          ))}
        </Table>
        <Pager total={120} limit={50} offset={50} onMove={nothing} />
        <Progress share={0.42} label="Sending" />
        <CopyBlock label="Key" text="cs_test_0123456789abcdef" secret />
        <CopyBlock label="Command" text="countersign documents list --status sent --limit 50 --json" />
      </Card>
      <Card title="Loading, empty and failed">
        <Loading />
        <EmptyState
          icon="documents"
          title="No documents yet"
          actions={<Button look="primary">New document</Button>}
        >
          <p>Documents that you send appear here.</p>
        </EmptyState>
        <Failure error={missing} />
        <Failure error={unavailable} onRetry={nothing} />
        <Fault error={refused} />
        <Answer query={{ data: undefined, error: refused, isBusy: false, reload: nothing } as never}>
          {() => null}
        </Answer>
      </Card>
      <Card title="Dialogs and messages">
        <Samples>
          <Button onClick={() => setDialog('plain')}>Dialog</Button>
          <Button onClick={() => setDialog('form')}>Dialog with a form</Button>
          <Button onClick={() => setDialog('danger')}>Confirmation</Button>
          <Button onClick={() => say('Saved')}>Good message</Button>
          <Button onClick={() => complain(refused)}>Bad message</Button>
        </Samples>
      </Card>
      {dialog === 'plain' && (
        <Dialog title="A dialog" onClose={close}>
          <p>With a text.</p>
          <Button onClick={close}>Close</Button>
        </Dialog>
      )}
      {dialog === 'form' && (
        <FormDialog title="A form" action="Save" onSubmit={() => Promise.reject(refused)} onClose={close}>
          <TextInput label="Name" />
        </FormDialog>
      )}
      {dialog === 'danger' && (
        <Confirm title="Delete it?" action="Delete" danger onConfirm={async () => {}} onClose={close}>
          <p>This cannot be undone.</p>
        </Confirm>
      )}
    </>
  );
}
