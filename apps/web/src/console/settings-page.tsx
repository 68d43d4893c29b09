/** Settings of the workspace, and the person's own name and sign-ins. */
import type { SignInOut, WorkspaceOut } from '@countersign/client/generated/api';
import { deviceName } from '@countersign/contract/device-name';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { languages } from '../ui/language-names.ts';
import { TextInput } from '../ui/text-input.tsx';
import { type Appearance, appearances, chooseAppearance, useAppearance } from './appearance.ts';
import { DropZone, Select, Tick } from './parts/controls.tsx';
import { Form } from './parts/form.tsx';
import { printMoment } from './parts/moments.ts';
import { Answer, Card, Fault, Page } from './parts/page.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { base64Of } from './prepare/base64.ts';
import { hasIssue, issueOf } from './problem-error.ts';
import { useInvalidate, useQuery } from './query.ts';
import { useClient, useIsAtLeast, useScope, useSessionStore } from './session.tsx';
import { SettingsContents } from './settings-contents.tsx';
import { SingleSignOnCard } from './single-sign-on-card.tsx';
import { useToasts } from './toasts.tsx';
import { useAction } from './use-action.ts';

/** Settings of the workspace and of the person. */
export function SettingsPage() {
  const { session } = useScope();
  const owns = useIsAtLeast('owner');
  const workspace = useQuery('/v1/console/workspace');
  return (
    <Page title="Settings" className="c-page-narrow">
      <h2 className="c-group">For everyone in the workspace</h2>
      <Answer query={workspace} lines={3}>
        {(data) => (
          <>
            <WorkspaceCard key={data.id} workspace={data} />
            <LogoCard workspace={data} />
            <SenderCard key={`${data.id} sender`} workspace={data} />
            <SealedPagesCard key={`${data.id} sealed`} workspace={data} />
            <FramesCard key={`${data.id} frames`} workspace={data} />
            <RetentionCard key={`${data.id} retention`} workspace={data} />
          </>
        )}
      </Answer>
      {owns && <SingleSignOnCard />}
      <h2 className="c-group">For you</h2>
      <PersonCard />
      <PasskeysCard />
      <AppearanceCard />
      <SignIns />
      {session.user.operator && <NewWorkspaceCard />}
      <SettingsContents />
    </Page>
  );
}

function WorkspaceCard({ workspace }: { workspace: WorkspaceOut }) {
  const client = useClient();
  const owns = useIsAtLeast('owner');
  const invalidate = useInvalidate();
  const { reload } = useSessionStore();
  const { say } = useToasts();
  const [name, setName] = useState(workspace.name);
  const [color, setColor] = useState(workspace.accent_color);
  const [language, setLanguage] = useState(workspace.language);
  const action = useAction(async () => {
    await client.patch('/v1/console/workspace', {
      body: { name: name.trim(), accent_color: color, language },
    });
    invalidate('/v1/console/workspace');
    await reload();
    say('Workspace saved');
  });
  return (
    <Card title="Workspace" hint="Emails and the signing page show this name and color.">
      <Form action={action}>
        <TextInput
          label="Name"
          required
          maxLength={120}
          disabled={!owns}
          value={name}
          error={issueOf(action.error, 'name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="Color"
          type="color"
          className="c-color"
          disabled={!owns}
          value={color}
          error={issueOf(action.error, 'accent_color')}
          onChange={(event) => setColor(event.currentTarget.value)}
        />
        <Select
          label="Language of emails to recipients"
          hint="Used until a recipient agrees in another language on the signing page, which follows their browser."
          disabled={!owns}
          value={language}
          onChange={(event) => setLanguage(event.currentTarget.value as typeof language)}
        >
          {languages.map(({ tag, name: own }) => (
            <option key={tag} value={tag}>
              {own}
            </option>
          ))}
        </Select>
        <p className="hint">
          Short name: <span className="c-mono">{workspace.slug}</span>
        </p>
        {!issueOf(action.error, 'name') && <Fault error={action.error} />}
        <OwnersSave owns={owns} busy={action.isBusy} />
      </Form>
    </Card>
  );
}

const maxLogoBytes = 512 * 1024;
const logoFault = (file: File): string | null => {
  if (!/^image\/(?:png|jpeg)$/.test(file.type)) return 'Choose a PNG or JPEG file.';
  return file.size > maxLogoBytes ? 'The file is larger than 512 KiB.' : null;
};

/** The logo, which an owner can replace or remove. */
function LogoCard({ workspace }: { workspace: WorkspaceOut }) {
  const client = useClient();
  const owns = useIsAtLeast('owner');
  const invalidate = useInvalidate();
  const { say } = useToasts();
  const change = useAction(async (file: File | null) => {
    if (file) {
      const body = { image_base64: await base64Of(file) };
      await client.put('/v1/console/workspace/logo', { body });
    } else await client.delete('/v1/console/workspace/logo');
    invalidate('/v1/console/workspace');
    say(file ? 'Logo saved' : 'Logo removed');
  });
  const url = client.fileUrl('/v1/console/workspace/logo');
  return (
    <Card
      title="Logo"
      hint="On the signing page, in emails, in the console and on certificates of completion. It is shown on white."
      actions={
        owns &&
        workspace.logo && (
          <Button busy={change.isBusy} onClick={() => void change.run(null)}>
            Remove
          </Button>
        )
      }
    >
      {workspace.logo && <img className="c-logo" src={`${url}&v=${workspace.logo}`} alt="The current logo" />}
      <Fault error={change.error} />
      {owns ? (
        <DropZone
          label="Drop an image here, or choose one"
          hint="PNG or JPEG, at most 512 KiB"
          accept="image/png,image/jpeg"
          faultOf={logoFault}
          onFile={(file) => void change.run(file)}
        />
      ) : (
        <p className="hint">Only owners can change this.</p>
      )}
    </Card>
  );
}

/** How emails to recipients show their sender, and where replies go. */
function SenderCard({ workspace }: { workspace: WorkspaceOut }) {
  const client = useClient();
  const owns = useIsAtLeast('owner');
  const invalidate = useInvalidate();
  const { say } = useToasts();
  const [senderName, setSenderName] = useState(workspace.sender_name ?? '');
  const [replyTo, setReplyTo] = useState(workspace.reply_to ?? '');
  const action = useAction(async () => {
    await client.patch('/v1/console/workspace', {
      body: { sender_name: senderName.trim() || null, reply_to: replyTo.trim() || null },
    });
    invalidate('/v1/console/workspace');
    say('Sender saved');
  });
  return (
    <Card
      title="Sender of emails"
      hint="For emails to recipients. The address they are sent from stays the same."
    >
      <Form action={action}>
        <TextInput
          label="Sender name (optional)"
          maxLength={120}
          disabled={!owns}
          value={senderName}
          error={issueOf(action.error, 'sender_name')}
          onChange={(event) => setSenderName(event.currentTarget.value)}
        />
        <TextInput
          label="Replies go to (optional)"
          type="email"
          maxLength={254}
          disabled={!owns}
          value={replyTo}
          error={issueOf(action.error, 'reply_to')}
          onChange={(event) => setReplyTo(event.currentTarget.value)}
        />
        {!hasIssue('sender_name', 'reply_to')(action.error) && <Fault error={action.error} />}
        <OwnersSave owns={owns} busy={action.isBusy} />
      </Form>
    </Card>
  );
}

/** What sealing prints on the pages of a document. */
function SealedPagesCard({ workspace }: { workspace: WorkspaceOut }) {
  const client = useClient();
  const owns = useIsAtLeast('owner');
  const invalidate = useInvalidate();
  const { say } = useToasts();
  const [showsId, setShowsId] = useState(workspace.show_document_id);
  const [showsDetails, setShowsDetails] = useState(workspace.show_signature_details);
  const action = useAction(async () => {
    await client.patch('/v1/console/workspace', {
      body: { show_document_id: showsId, show_signature_details: showsDetails },
    });
    invalidate('/v1/console/workspace');
    say('Sealed pages saved');
  });
  return (
    <Card title="Sealed pages" hint="For documents that are sealed from now on.">
      <Form action={action}>
        <Tick
          label="Print the document id in the upper margin of every page"
          disabled={!owns}
          checked={showsId}
          onChange={(event) => setShowsId(event.currentTarget.checked)}
        />
        <Tick
          label="Print name, time and a short id below each signature"
          disabled={!owns}
          checked={showsDetails}
          onChange={(event) => setShowsDetails(event.currentTarget.checked)}
        />
        <Fault error={action.error} />
        <OwnersSave owns={owns} busy={action.isBusy} />
      </Form>
    </Card>
  );
}

function OwnersSave({ owns, busy }: { owns: boolean; busy: boolean }) {
  if (!owns) return <p className="hint">Only owners can change this.</p>;
  return (
    <Button type="submit" busy={busy}>
      Save
    </Button>
  );
}

/** The pages that may show signing sessions in a frame. */
function FramesCard({ workspace }: { workspace: WorkspaceOut }) {
  const client = useClient();
  const manages = useIsAtLeast('manager');
  const invalidate = useInvalidate();
  const { say } = useToasts();
  const [origins, setOrigins] = useState(workspace.embed_origins.join(' '));
  const action = useAction(async () => {
    const body = { embed_origins: origins.split(/[\s,]+/).filter(Boolean) };
    const { embed_origins: saved } = await client.patch('/v1/workspace', { body });
    setOrigins(saved.join(' '));
    invalidate('/v1/console/workspace');
    say(saved.length > 0 ? 'Origins saved' : 'No pages may show signing sessions');
  });
  return (
    <Card
      title="Signing in your application"
      hint="Your application can show the signing page in a frame, for recipients to whom nothing is emailed. All other pages refuse frames."
    >
      <Form action={action}>
        <TextInput
          label="Origins of your application"
          hint="For example https://app.example.com, with spaces between several. In test mode also http://localhost:3000."
          placeholder="https://app.example.com"
          disabled={!manages}
          value={origins}
          onChange={(event) => setOrigins(event.currentTarget.value)}
        />
        <Fault error={action.error} />
        {manages ? (
          <Button type="submit" busy={action.isBusy}>
            Save
          </Button>
        ) : (
          <p className="hint">Only managers and owners can change this.</p>
        )}
      </Form>
    </Card>
  );
}

/** How long documents keep personal data. */
function RetentionCard({ workspace }: { workspace: WorkspaceOut }) {
  const client = useClient();
  const owns = useIsAtLeast('owner');
  const invalidate = useInvalidate();
  const { say } = useToasts();
  const [isOn, setOn] = useState(workspace.retention_days > 0);
  const [days, setDays] = useState(String(workspace.retention_days || 3650));
  const [keepsSealed, setKeepsSealed] = useState(workspace.retention_keeps_sealed);
  const action = useAction(async () => {
    await client.patch('/v1/console/workspace', {
      body: { retention_days: isOn ? Number(days) : 0, retention_keeps_sealed: keepsSealed },
    });
    invalidate('/v1/console/workspace');
    say(
      isOn ? `Personal data is erased ${days} days after a document ends` : 'Nothing is erased automatically',
    );
  });
  const issue = issueOf(action.error, 'retention_days');
  return (
    <Card
      title="Retention"
      hint="Erases names, addresses, entered values and files of documents that ended long ago. Audit trails are kept and can still be verified."
    >
      <Form action={action}>
        <Tick
          label="Erase personal data automatically"
          hint="Permanently, for documents that are completed, voided, declined or expired."
          disabled={!owns}
          checked={isOn}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
        {isOn && (
          <>
            <TextInput
              label="Days after the document ends"
              type="number"
              required
              min={1}
              max={36_500}
              disabled={!owns}
              value={days}
              error={issue}
              onChange={(event) => setDays(event.currentTarget.value)}
            />
            <Tick
              label="Keep sealed PDFs and their certificates"
              hint="They contain the names of everyone who signed. If you turn this off later, PDFs that were kept until then stay until somebody erases their documents again."
              disabled={!owns}
              checked={keepsSealed}
              onChange={(event) => setKeepsSealed(event.currentTarget.checked)}
            />
          </>
        )}
        {!issue && <Fault error={action.error} />}
        <OwnersSave owns={owns} busy={action.isBusy} />
      </Form>
    </Card>
  );
}

function PersonCard() {
  const { session, client } = useScope();
  const { reload } = useSessionStore();
  const { say } = useToasts();
  const [name, setName] = useState(session.user.name);
  const action = useAction(async () => {
    await client.patch('/v1/console/user', { body: { name: name.trim() } });
    await reload();
    say('Name saved');
  });
  return (
    <Card title="You">
      <Form action={action}>
        <TextInput
          label="Your name"
          required
          maxLength={200}
          autoComplete="name"
          value={name}
          error={issueOf(action.error, 'name')}
          hint={`You sign in as ${session.user.email}.`}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {!issueOf(action.error, 'name') && <Fault error={action.error} />}
        <Button type="submit" busy={action.isBusy}>
          Save
        </Button>
      </Form>
    </Card>
  );
}

const appearanceWords: Record<Appearance, string> = {
  system: 'Same as your device',
  light: 'Light',
  dark: 'Dark',
};

function AppearanceCard() {
  const appearance = useAppearance();
  return (
    <Card title="Appearance">
      <Select
        label="Colors"
        hint="For the console on this device."
        value={appearance}
        onChange={(event) => chooseAppearance(event.currentTarget.value as Appearance)}
      >
        {appearances.map((one) => (
          <option key={one} value={one}>
            {appearanceWords[one]}
          </option>
        ))}
      </Select>
    </Card>
  );
}

const outcomes: Record<SignInOut['outcome'], string> = {
  signed_in: 'Signed in',
  link_refused: 'Sign-in link refused',
  invitation_accepted: 'Invitation accepted',
  signed_out: 'Signed out',
  signed_out_everywhere: 'Signed out everywhere',
  single_sign_on: 'Signed in by single sign-on',
  single_sign_on_connected: 'Single sign-on connected',
  passkey: 'Signed in with a passkey',
  passkey_refused: 'Passkey refused',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
};

function SignIns() {
  const { client } = useScope();
  const signIns = useQuery('/v1/console/sign-ins');
  const { setSession } = useSessionStore();
  const action = useAction(async () => {
    await client.post('/v1/console/session/sign-out-everywhere');
    setSession(null);
  });
  return (
    <Card
      title="Your sign-ins"
      hint="If you do not recognize one, sign out everywhere."
      actions={
        <Button busy={action.isBusy} onClick={() => void action.run()}>
          Sign out everywhere
        </Button>
      }
    >
      <Fault error={action.error} />
      <Answer query={signIns} lines={3}>
        {(all) => (
          <ul className="c-log">
            {all.slice(0, 10).map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and the list does not change
              <li key={index}>
                <strong>{outcomes[one.outcome]}</strong>{' '}
                <span className="c-muted">{printMoment(one.at)}</span>
                <span className="c-row-sub">
                  {one.ip ?? 'Unknown address'} ·{' '}
                  {(one.user_agent && deviceName(one.user_agent)) || 'unknown browser'}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </Card>
  );
}

function NewWorkspaceCard() {
  const { client, chooseWorkspace } = useScope();
  const { reload } = useSessionStore();
  const { say } = useToasts();
  const [name, setName] = useState('');
  const action = useAction(async () => {
    const made = await client.post('/v1/console/workspaces', { body: { name: name.trim() } });
    await reload();
    chooseWorkspace(made.slug);
    setName('');
    say(`Workspace ${made.name} created`);
  });
  return (
    <Card title="New workspace" hint="It has its own documents, keys and members. You become its owner.">
      <Form action={action}>
        <TextInput
          label="Name of the new workspace"
          required
          maxLength={120}
          value={name}
          error={issueOf(action.error, 'name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {!issueOf(action.error, 'name') && <Fault error={action.error} />}
        <Button type="submit" busy={action.isBusy}>
          Create workspace
        </Button>
      </Form>
    </Card>
  );
}
