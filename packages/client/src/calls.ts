/** Typed calls: paths, parameters, bodies and responses are those of the OpenAPI document. */
import createFetchClient, {
  createFinalURL,
  createQuerySerializer,
  defaultPathSerializer,
  type FetchResponse,
  type MaybeOptionalInit,
} from 'openapi-fetch';
import { ApiError, UnreachableError } from './errors.ts';
import type { paths } from './generated/api.ts';
import { send, type TransportOptions } from './transport.ts';

export type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';
/** The paths that have this method. */
export type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in M]: object } ? P : never;
}[keyof paths];
type Operation<P extends keyof paths, M extends Method> = paths[P] extends {
  [K in M]: infer O extends object;
}
  ? O
  : never;
type OptionalKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T];
/** An argument that is optional if none of its members is required. */
type Arguments<Init> = Exclude<keyof Init, OptionalKeys<Init>> extends never ? [init?: Init] : [init: Init];
/** The body of a successful response; `undefined` if it has none. */
export type Answer<P extends keyof paths, M extends Method> = FetchResponse<
  Operation<P, M>,
  object,
  `${string}/${string}`
>['data'] extends infer Data
  ? [Exclude<Data, undefined>] extends [never]
    ? undefined
    : Exclude<Data, undefined>
  : never;

/** The parameters in the address of an operation: those of its path and its query. */
export type Params<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { parameters: infer All }
    ? {
        [K in keyof All as K extends 'path' | 'query'
          ? All[K] extends undefined
            ? never
            : K
          : never]: All[K];
      }
    : never;
/** The parameters of an operation as the last argument of a function. */
export type ParamsArgument<P extends keyof paths, M extends Method> = Arguments<Params<P, M>>;

type Call<M extends Method> = <P extends PathsWith<M>>(
  path: P,
  ...init: Arguments<NonNullable<MaybeOptionalInit<paths[P], M & keyof paths[P]>>>
) => Promise<Answer<P, M>>;

/** Every call throws ApiError for an error response and UnreachableError if there is no response. */
export interface Calls {
  get: Call<'get'>;
  post: Call<'post'>;
  put: Call<'put'>;
  patch: Call<'patch'>;
  delete: Call<'delete'>;
}

export interface CallOptions {
  baseUrl: string;
  headers: Record<string, string>;
  transport: Pick<TransportOptions, 'fetch' | 'retries' | 'timeoutSeconds'> & Partial<TransportOptions>;
  /** Whether the browser may cache responses. */
  cache?: RequestCache;
}

/** Calls of one service. A POST that can be repeated gets an Idempotency-Key. */
export function createCalls({ baseUrl, transport, ...rest }: CallOptions): Calls {
  const options: TransportOptions = { longestWaitSeconds: 60, onRetry: () => {}, ...transport };
  const typed = createFetchClient<paths>({
    ...rest,
    baseUrl,
    fetch: (request) => {
      // A Request can be sent only once, so each attempt sends a copy.
      const isRepeatable = options.retries > 0;
      if (isRepeatable && request.method === 'POST') identify(request.headers);
      return send(() => (isRepeatable ? request.clone() : request), options, {
        signal: request.signal,
        readsBody: true,
      });
    },
  });
  const call =
    (method: Method) =>
    async (path: string, init: { signal?: AbortSignal | null } = {}) => {
      try {
        const { data } = await typed.request(method as 'get', path as never, init as never);
        return data as unknown;
      } catch (error) {
        if (error instanceof ApiError || error instanceof UnreachableError) throw error;
        init.signal?.throwIfAborted();
        throw new UnreachableError(`The answer of ${baseUrl} could not be read to its end`, { cause: error });
      }
    };
  return {
    get: call('get') as Call<'get'>,
    post: call('post') as Call<'post'>,
    put: call('put') as Call<'put'>,
    patch: call('patch') as Call<'patch'>,
    delete: call('delete') as Call<'delete'>,
  };
}

/** All attempts of one call use the same key, so that it takes effect once. */
export function identify(headers: Headers): void {
  if (!headers.has('Idempotency-Key')) headers.set('Idempotency-Key', crypto.randomUUID());
}

/** The path of an operation with its parameters, for example `/v1/documents?limit=5`. */
export function addressOf<M extends Method, P extends PathsWith<M>>(
  _method: M,
  path: P,
  ...[params]: ParamsArgument<P, M>
): string {
  return createFinalURL(path, {
    baseUrl: '',
    params: (params ?? {}) as { path?: Record<string, unknown>; query?: Record<string, unknown> },
    querySerializer: createQuerySerializer(),
    pathSerializer: defaultPathSerializer,
  });
}
