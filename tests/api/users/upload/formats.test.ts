import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../harness/app.ts';
import type { Client } from '../../../harness/client.ts';
import { add } from '../../../harness/world.ts';
import { relationshipsOf, workbookOf, zipFile } from './zip-file.ts';

type Cell = string | number | boolean | Date | null | { value: Date; format: string };
// The api writes sheets with this library, and the tests use it too.
const { default: writeXlsxFile } = (await import(
  createRequire(import.meta.resolve('@doorwright/api/process/app.ts')).resolve('write-excel-file/node')
)) as { default: (rows: Cell[][], options?: object) => { toBuffer: () => Promise<Buffer> } };

let app: TestApp;
let root: Client;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
  await add(root, 'organization', { name: 'acme' });
});
afterAll(() => app.stop());

async function imported(file: Buffer, name: string) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]), 'users.xlsx');
  const { body } = await root.post('upload-users', form);
  expect(body).toMatchObject({ status: 'ok', data: { failed: 0 } });
  return app.store('user').find(app.db, 'acme', name);
}

test('17.9 a workbook of a library is read: texts, numbers, flags and dates', async () => {
  const day = new Date(Date.UTC(1990, 4, 17));
  const sheet = writeXlsxFile([
    ['owner', 'name', 'displayName', 'score', 'isForbidden', 'birthday', 'bio'],
    ['acme', 'written', '  Zoë <&> 東京  ', 42, true, { value: day, format: 'dd.mm.yyyy' }, 'b'.repeat(900)],
  ]);
  expect(await imported(await sheet.toBuffer(), 'written')).toMatchObject({
    displayName: 'Zoë <&> 東京',
    score: 42,
    isForbidden: true,
    birthday: day.toISOString(),
    bio: 'b'.repeat(900),
  });
});

test('17.9 a workbook of Excel is read: shared texts in runs, formulas with their last value, and rows with formats only', async () => {
  const texts = ['owner', 'name', 'displayName', 'score', 'acme', 'excel'];
  const shared = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><sst>${texts.map((text) => `<si><t xml:space="preserve">${text} </t></si>`).join('')}<si><r><rPr><b/></rPr><t>Ad</t></r><r><t>a_x000D_ L</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si></sst>`;
  const cell = (at: string, value: number) => `<c r="${at}" t="s"><v>${value}</v></c>`;
  const sheet = `<worksheet><dimension ref="A1:D2"/><sheetData>
    <row r="1" spans="1:4">${cell('A1', 0)}${cell('B1', 1)}${cell('D1', 2)}${cell('E1', 3)}</row>
    <row r="3">${cell('A3', 4)}${cell('B3', 5)}<c r="C3" s="1"/>${cell('D3', 6)}<c r="E3"><f>SUM(1,2)</f><v>3</v></c></row>
    <row r="1048576" customHeight="1"><c r="A1048576" s="1"/></row></sheetData><mergeCells count="0"/></worksheet>`;
  expect(await imported(zipFile(workbookOf(sheet, shared)), 'excel')).toMatchObject({
    displayName: 'Ada\r L',
    score: 3,
  });
});

test('17.9 workbooks of other programs are read: cells without places, inline texts, and names with a prefix', async () => {
  const cell = (text: string) => `<x:c t="inlineStr"><x:is><x:t>${text}</x:t></x:is></x:c>`;
  const row = (...texts: string[]) => `<x:row>${texts.map(cell).join('')}</x:row>`;
  const sheet = `<x:worksheet xmlns:x="urn:x"><x:sheetData>${row('owner', 'name', 'title')}${row('acme', 'other', '<![CDATA[a & b]]>')}</x:sheetData></x:worksheet>`;
  const moved = workbookOf(sheet).map((part) => {
    if (part.name.endsWith('sheet1.xml')) return { ...part, name: 'sheets/first.xml' };
    if (!part.name.endsWith('workbook.xml.rels')) return part;
    return {
      ...part,
      content: relationshipsOf(['rId9', 'styles', 'styles.xml'], ['rId1', 'worksheet', '/sheets/first.xml']),
    };
  });
  expect(await imported(zipFile(moved), 'other')).toMatchObject({ title: 'a & b' });
});
