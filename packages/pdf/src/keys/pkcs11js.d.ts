/** Types for the part of pkcs11js that is used. Declared here because the optional package may not be installed. */
declare module 'pkcs11js' {
  export type Handle = Buffer;

  export interface Attribute {
    type: number;
    value?: number | boolean | string | Buffer;
  }

  export interface TokenInfo {
    label: string;
    serialNumber: string;
    flags: number;
  }

  export class Pkcs11Error extends Error {
    readonly code: number;
  }

  export class PKCS11 {
    load(path: string): void;
    C_Initialize(options?: { flags: number }): void;
    C_GetSlotList(tokenPresent: boolean): Handle[];
    C_GetTokenInfo(slot: Handle): TokenInfo;
    C_OpenSession(slot: Handle, flags: number): Handle;
    C_CloseSession(session: Handle): void;
    C_Login(session: Handle, userType: number, pin: string): void;
    C_FindObjectsInit(session: Handle, template: Attribute[]): void;
    C_FindObjects(session: Handle, maxObjectCount: number): Handle[];
    C_FindObjectsFinal(session: Handle): void;
    C_GetAttributeValue(session: Handle, object: Handle, template: Attribute[]): Attribute[];
    C_SignInit(session: Handle, mechanism: { mechanism: number }, key: Handle): void;
    C_SignAsync(session: Handle, data: Buffer, room: Buffer): Promise<Buffer>;
  }

  export const CKA_CLASS: number;
  export const CKA_KEY_TYPE: number;
  export const CKA_LABEL: number;
  export const CKF_OS_LOCKING_OK: number;
  export const CKF_SERIAL_SESSION: number;
  export const CKF_TOKEN_INITIALIZED: number;
  export const CKF_USER_PIN_FINAL_TRY: number;
  export const CKF_USER_PIN_LOCKED: number;
  export const CKK_EC: number;
  export const CKK_RSA: number;
  export const CKM_ECDSA: number;
  export const CKM_RSA_PKCS: number;
  export const CKO_PRIVATE_KEY: number;
  export const CKR_CRYPTOKI_ALREADY_INITIALIZED: number;
  export const CKR_PIN_EXPIRED: number;
  export const CKR_PIN_INCORRECT: number;
  export const CKR_PIN_INVALID: number;
  export const CKR_PIN_LEN_RANGE: number;
  export const CKR_PIN_LOCKED: number;
  export const CKR_SESSION_COUNT: number;
  export const CKR_USER_ALREADY_LOGGED_IN: number;
  export const CKU_USER: number;
}
