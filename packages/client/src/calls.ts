/** One typed call: paths, parameters, bodies and answers are those of the OpenAPI document. */
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
/** The paths that know a method. */
export type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in M]: object } ? P : never;
}[keyof paths];
type Operation<P extends keyof paths, M extends Method> = paths[P] extends {
  [K in M]: infer O extends object;
}
  ? O
  : never;
type OptionalKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T];
/** An argument that may be left out where none of its members is required. */
type Arguments<Init> = Exclude<keyof Init, OptionalKeys<Init>> extends never ? [init?: Init] : [init: Init];
/** What a good answer brings; `undefined` where it has no body. */
export type Answer<P extends keyof paths, M extends Method> = FetchResponse<
  Operation<P, M>,
  object,
  `${string}/${string}`
>['data'] extends infer Data
  ? [Exclude<Data, undefined>] extends [never]
    ? undefined
    : Exclude<Data, undefined>
  : never;

/** What stands in the address of an operation: the values of its path and its query. */
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

/** Every call throws ApiError when the service says no and UnreachableError when it says nothing. */
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
  /** What the browser may keep of the answers. */
  cache?: RequestCache;
}

/** The calls of one service. A POST that may be repeated gets an Idempotency-Key. */
export function createCalls({ baseUrl, transport, ...rest }: CallOptions): Calls {
  const options: TransportOptions = { longestWaitSeconds: 60, onRetry: () => {}, ...transport };
  const typed = createFetchClient<paths>({
    ...rest,
    baseUrl,
    fetch: (request) => {
      // A request can be sent once: what may be repeated is sent as copies.
      const isRepeatable = options.retries > 0;
      if (isRepeatable && request.method === 'POST') identify(request.headers);
      return send(() => (isRepeatable ? request.clone() : request), options, { signal: request.signal });
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

/** All tries of one call carry one key, so that it takes effect once. */
export function identify(headers: Headers): void {
  if (!headers.has('Idempotency-Key')) headers.set('Idempotency-Key', crypto.randomUUID());
}

/** The address of an operation below the service's own, with its parameters, as `/v1/documents?limit=5`. */
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
