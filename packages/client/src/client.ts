/** The client: typed calls with a key, and streams. */
import { type Calls, createCalls, identify } from './calls.ts';
import { type Retry, send, type TransportOptions } from './transport.ts';

export interface ClientOptions {
  /** Address of the service, for example `https://sign.example.com`. */
  baseUrl: string;
  /** `cs_live_…` or `cs_test_…`; a few operations need no key. */
  apiKey?: string | null | undefined;
  /** Put before the name of this client in `User-Agent`. */
  userAgent?: string;
  /** Maximum number of retries after no response, 429, or 502 to 504; default 4. */
  retries?: number;
  /** Longest `Retry-After` to wait for, in seconds. With a longer one, the error is thrown. Default 60. */
  longestWaitSeconds?: number;
  /** Default 60. */
  timeoutSeconds?: number;
  onRetry?: (retry: Retry) => void;
  fetch?: (request: Request) => Promise<Response>;
}

/** A body that can be opened again for each attempt. `sizeBytes` becomes `Content-Length`, which some storages require. */
export interface UploadBody {
  open: () => BodyInit | Promise<BodyInit>;
  sizeBytes: number | null;
  contentType: string;
}

export interface Download {
  body: ReadableStream<Uint8Array>;
  sizeBytes: number | null;
  /** The file name given by the service. */
  filename: string | null;
  contentType: string | null;
  etag: string | null;
  /** The address of exactly this content (`Content-Location`). */
  location: string | null;
  /** With a `Range` header: the first byte of the part, and the size of the whole; null if the whole was sent. */
  part: { start: number; wholeBytes: number } | null;
}

export interface SendOptions {
  signal?: AbortSignal | null;
  headers?: Record<string, string>;
}

/** Every call throws ApiError for an error response and UnreachableError if there is no response. */
export interface Client extends Calls {
  readonly baseUrl: string;
  /** Streams a body to an address of the service, or to an address that it returned, such as `uploadUrl`. */
  upload(method: 'PUT' | 'POST', url: string, body: UploadBody, options?: SendOptions): Promise<Response>;
  /** Streams a response. The caller must read `body` completely or cancel it. */
  download(url: string, options?: SendOptions): Promise<Download>;
}

/** Creates a client for one service and one key. It opens no connection before the first call and can be shared. */
export function createClient(options: ClientOptions): Client {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const transport = transportOf(options);
  const headers: Record<string, string> = {
    'User-Agent': [options.userAgent, 'countersign-client'].filter(Boolean).join(' '),
    ...(options.apiKey && { Authorization: `Bearer ${options.apiKey}` }),
  };
  /** The key is sent only to the service, not to a storage to which it refers. */
  const headersFor = (url: URL) => (url.origin === new URL(baseUrl).origin ? headers : {});

  return {
    baseUrl,
    ...createCalls({ baseUrl, headers, transport }),
    upload: async (method, url, body, { signal, headers: more } = {}) => {
      const target = new URL(url, `${baseUrl}/`);
      const sent = new Headers({ ...headersFor(target), 'Content-Type': body.contentType, ...more });
      if (method === 'POST') identify(sent);
      if (body.sizeBytes !== null) sent.set('Content-Length', String(body.sizeBytes));
      const build = async () =>
        new Request(target, {
          method,
          headers: sent,
          body: await body.open(),
          duplex: 'half',
        } as RequestInit);
      return send(build, transport, { signal, isStreamed: true });
    },
    download: async (url, { signal, headers: more } = {}) => {
      const target = new URL(url, `${baseUrl}/`);
      const build = () => new Request(target, { headers: { ...headersFor(target), ...more } });
      return downloadOf(await send(build, transport, { signal }));
    },
  };
}

function transportOf(options: ClientOptions): TransportOptions {
  return {
    fetch: options.fetch ?? ((request) => fetch(request)),
    retries: options.retries ?? 4,
    longestWaitSeconds: options.longestWaitSeconds ?? 60,
    timeoutSeconds: options.timeoutSeconds ?? 60,
    onRetry: options.onRetry ?? (() => {}),
  };
}

function downloadOf(response: Response): Download {
  const size = response.headers.get('content-length');
  const disposition = response.headers.get('content-disposition') ?? '';
  return {
    body: response.body ?? new ReadableStream({ start: (controller) => controller.close() }),
    sizeBytes: size && /^\d+$/.test(size) ? Number(size) : null,
    filename: filenameOf(disposition),
    contentType: response.headers.get('content-type'),
    etag: response.headers.get('etag'),
    location: response.headers.get('content-location'),
    part: response.status === 206 ? partOf(response.headers.get('content-range')) : null,
  };
}

function partOf(range: string | null): Download['part'] {
  const match = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15})$/.exec(range ?? '');
  return match && { start: Number(match[1]), wholeBytes: Number(match[2]) };
}

/** The file name of `Content-Disposition` (RFC 6266), its extended form first. */
function filenameOf(disposition: string): string | null {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (extended) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // The plain form is used instead.
    }
  }
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? null;
}
