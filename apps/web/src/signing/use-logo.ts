import { useEffect, useState } from 'react';
import type { RemoteFile } from './pages/fetch-part.ts';

/** The address of the fetched logo; null without one, or while it is loading. `sha256` changes with the logo. */
export function useLogo(file: RemoteFile | undefined, sha256: string | null | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file || !sha256) return;
    let made: string | null = null;
    const abort = new AbortController();
    // An image element could not send the header of a signing session.
    fetch(file.url, { headers: file.headers, signal: abort.signal })
      .then(async (response) => {
        if (!response.ok) return;
        const image = await response.blob();
        if (abort.signal.aborted) return;
        made = URL.createObjectURL(image);
        setUrl(made);
      })
      // The page works without it.
      .catch(() => {});
    return () => {
      abort.abort();
      if (made) URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [file, sha256]);
  return url;
}
