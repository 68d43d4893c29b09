import { type ComponentProps, useState } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import type { RemoteFile } from './pages/fetch-part.ts';
import { useWords } from './words-context.ts';

type Look = ComponentProps<typeof ButtonLink>['look'];

/** Downloads a file: as a link, or, when the request needs headers, by fetching it and offering the bytes. */
export function DownloadLink({
  file,
  look = 'secondary',
  children,
  'aria-label': label,
}: {
  file: RemoteFile;
  look?: Look;
  children: string;
  'aria-label'?: string;
}) {
  const words = useWords();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const labels = label === undefined ? {} : { 'aria-label': label };
  if (Object.keys(file.headers).length === 0) {
    return (
      <ButtonLink href={file.url} download look={look} {...labels}>
        {children}
      </ButtonLink>
    );
  }
  const save = async () => {
    setState('busy');
    setState(
      await offer(file).then(
        () => 'idle',
        () => 'failed',
      ),
    );
  };
  return (
    <>
      <Button look={look} busy={state === 'busy'} onClick={() => void save()} {...labels}>
        {children}
      </Button>
      {state === 'failed' && <p role="alert">{words.trouble.unreachable}</p>}
    </>
  );
}

/** Fetches the file and lets the browser save it under the name that the service gave it. */
async function offer(file: RemoteFile): Promise<void> {
  const response = await fetch(file.url, { headers: file.headers });
  if (!response.ok) throw new Error(`the service answered ${response.status}`);
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(response.headers.get('content-disposition') ?? '')?.[1];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = encoded ? decodeURIComponent(encoded) : 'document.pdf';
  link.click();
  // The browser may begin to read the bytes only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
