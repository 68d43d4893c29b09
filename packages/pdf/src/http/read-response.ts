/** Reads an HTTP response into memory, up to a limit. */

/** Returns the whole body. If it is longer than `maxBytes`, closes the connection and throws the error of `tooLarge`. */
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
