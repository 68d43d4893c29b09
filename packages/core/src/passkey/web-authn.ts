/** The library for WebAuthn. Loaded at first use, because it is large and few processes need it. */
export const webAuthn = async () => {
  const [server, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ]);
  return { ...server, decodeAttestationObject: helpers.decodeAttestationObject };
};
