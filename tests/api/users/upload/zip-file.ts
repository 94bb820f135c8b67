import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string;
  content: Buffer | string;
  /** The size that the archive claims instead of the true one. */
  saysSize?: number;
  isEncrypted?: boolean;
  /** Points at the bytes of the entry before it. */
  isSameAsBefore?: boolean;
}

/** An .xlsx file built by hand, which may break the rules of the format. */
export function zipFile(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let [end, before] = [0, { offset: 0, packed: 0 }];
  for (const { name, content, saysSize, isEncrypted, isSameAsBefore } of entries) {
    const bytes = Buffer.from(content);
    const title = Buffer.from(name);
    const packed = isSameAsBefore ? Buffer.alloc(before.packed) : deflateRawSync(bytes, { level: 1 });
    const offset = isSameAsBefore ? before.offset : end;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(isEncrypted ? 1 : 0, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(saysSize ?? bytes.length, 18);
    common.writeUInt16LE(title.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\0', 'latin1'), common, place.subarray(0, 14), title);
    if (isSameAsBefore) continue;
    parts.push(Buffer.from('PK\u0003\u0004', 'latin1'), common, title, packed);
    end += 30 + title.length + packed.length;
    before = { offset, packed: packed.length };
  }
  const list = Buffer.concat(directory);
  const last = Buffer.alloc(22);
  last.write('PK\u0005\u0006', 'latin1');
  last.writeUInt16LE(Math.min(entries.length, 0xffff), 8);
  last.writeUInt16LE(Math.min(entries.length, 0xffff), 10);
  last.writeUInt32LE(list.length, 12);
  last.writeUInt32LE(end, 16);
  return Buffer.concat([...parts, list, last]);
}

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
export const relationshipsOf = (...each: [id: string, type: string, target: string][]) =>
  `<Relationships>${each.map((one) => relationship(...one)).join('')}</Relationships>`;

/** The parts of a workbook, with this sheet and these shared texts. */
export function workbookOf(sheet: Buffer | string, sharedTexts?: Buffer | string, saysSize?: number): ZipEntry[] {
  return [
    { name: '_rels/.rels', content: relationshipsOf(['rId1', 'officeDocument', 'xl/workbook.xml']) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="${relations}"><sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationshipsOf(
        ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
        ['rId2', 'sharedStrings', 'sharedStrings.xml'],
      ),
    },
    ...(sharedTexts === undefined ? [] : [{ name: 'xl/sharedStrings.xml', content: sharedTexts }]),
    { name: 'xl/worksheets/sheet1.xml', content: sheet, ...(saysSize !== undefined && { saysSize }) },
  ];
}
