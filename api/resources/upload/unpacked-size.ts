const endOfDirectory = 0x06054b50;
const entry = 0x02014b50;
const endLength = 22;
const longestComment = 65_535;
/** Stands where a number needs the 64-bit form, which no sheet of ours comes near. */
const elsewhere = 0xffffffff;

function directoryEnd(file: Buffer): number {
  const first = Math.max(0, file.length - endLength - longestComment);
  for (let at = file.length - endLength; at >= first; at--) if (file.readUInt32LE(at) === endOfDirectory) return at;
  return -1;
}

/**
 * How many bytes a zip file says it unpacks to; undefined when it is none. The unpacker reads the same directory and
 * reserves no more than it says, so a small file that would grow without end is known before it is opened.
 */
export function unpackedSize(file: Buffer): number | undefined {
  const end = directoryEnd(file);
  if (end < 0) return;
  const entries = file.readUInt16LE(end + 8);
  let at = file.readUInt32LE(end + 16);
  let total = 0;
  for (let i = 0; i < entries; i++) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== entry) return;
    const size = file.readUInt32LE(at + 24);
    if (size === elsewhere) return;
    total += size;
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return total;
}
