/**
 * The stage at which an attempt ended. `answered`: a status arrived. `ours`: the attempt failed on this machine (no sockets, no memory),
 * so the endpoint is not at fault.
 */
export type Stage = 'answered' | 'refused' | 'dns' | 'connect' | 'tls' | 'connection' | 'timeout' | 'ours';
