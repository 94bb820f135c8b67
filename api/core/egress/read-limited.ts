/** Reads the whole body, or returns undefined if it is too large. The limit counts decompressed bytes. */
export async function readLimited(
  response: { body: AsyncIterable<Uint8Array> | null },
  maxBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the rest of the body.
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
