/** Reads an answer over HTTP into memory, up to a limit. */

/** The whole body. Once it is longer than `maxBytes`, closes the connection and throws the error that `tooLarge` makes. */
export async function readResponse(
  response: Response,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // Leaving the loop cancels the stream, which closes the connection.
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
