/** The page content that a forged file shows instead of the sealed one. */
export const lie =
  'q 1 1 1 rg 0 0 2000 2000 re f 0 g BT /F 24 Tf 20 200 Td (I owe Mallory 1,000,000) Tj ET Q';
