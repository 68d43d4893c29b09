/**
 * How far an attempt came. `answered`: there is a status. `ours`: this machine could not try (no sockets, no memory), which says
 * nothing about the endpoint.
 */
export type Stage = 'answered' | 'refused' | 'dns' | 'connect' | 'tls' | 'connection' | 'timeout' | 'ours';
