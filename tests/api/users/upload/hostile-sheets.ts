import { limits } from '@doorwright/api/kinds/user/upload/sheet/limits.ts';
import { relationshipsOf, workbookOf, zipFile } from './zip-file.ts';

const worksheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const many = (count: number, each: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => each(i)).join('');
const shared = (text: string) => `<sst><si><t>${text}</t></si></sst>`;
const showing = (cells: number) =>
  worksheet(many(cells / 20, () => `<row>${'<c t="s"><v>0</v></c>'.repeat(20)}</row>`));
const mebibyte = 2 ** 20;
const laughs = many(20, (i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`);
const names = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `xl/media/${i}.png`, content: '' }));

const withStyles = (styles: string) => [
  ...workbookOf(worksheet('')).filter(({ name }) => name !== 'xl/_rels/workbook.xml.rels'),
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: relationshipsOf(['rId1', 'worksheet', 'worksheets/sheet1.xml'], ['rId2', 'styles', 'styles.xml']),
  },
  { name: 'xl/styles.xml', content: `<styleSheet>${styles}</styleSheet>` },
];

/** Small files that unfold to large data, each in its own way, with the code of the refusal. */
export const hostileSheets: [what: string, file: () => Buffer, code: string][] = [
  [
    'one cell in the last column and row',
    () => zipFile(workbookOf(worksheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'))),
    'upload-too-many-rows',
  ],
  [
    'a shared text of 1 MB in 180,000 cells',
    () => zipFile(workbookOf(showing(180_000), shared('x'.repeat(mebibyte)))),
    'upload-too-large',
  ],
  [
    'a shared text of 32,000 characters in 180,000 cells',
    () => zipFile(workbookOf(showing(180_000), shared('€'.repeat(32_000)))),
    'upload-too-large',
  ],
  ['a sheet of 256 MiB', () => zipFile(workbookOf(Buffer.alloc(256 * mebibyte, '<row></row>'))), 'upload-too-large'],
  [
    'a sheet of 256 MiB that says it has 1 MiB',
    () => zipFile(workbookOf(Buffer.alloc(256 * mebibyte, '<row></row>'), undefined, mebibyte)),
    'upload-not-xlsx',
  ],
  [
    'entries that share their bytes',
    () => {
      const [first, ...rest] = workbookOf(worksheet('<row></row>'.repeat(100_000)));
      const copies = names(900).map((each) => ({ ...each, isSameAsBefore: true }));
      return zipFile([...rest, ...copies, first as (typeof rest)[0]]);
    },
    'upload-not-xlsx',
  ],
  ['5,000 entries', () => zipFile([...names(5000), ...workbookOf(worksheet(''))]), 'upload-too-large'],
  ['elements 8 million deep', () => zipFile(workbookOf(worksheet('<a>'.repeat(8_000_000)))), 'upload-too-large'],
  [
    'a billion laughs',
    () =>
      zipFile(workbookOf(`<!DOCTYPE w [<!ENTITY l0 "ha">${laughs}]>${worksheet('<row><c><v>&l20;</v></c></row>')}`)),
    'upload-not-xlsx',
  ],
  [
    'an attribute of 60 MiB',
    () => zipFile(workbookOf(worksheet(`<row r="${Buffer.alloc(60 * mebibyte, '0123456789abcdef')}"></row>`))),
    'upload-too-large',
  ],
  [
    'eight million attributes',
    () => zipFile(workbookOf(worksheet(many(1_000_000, (i) => `<c a="" b="" c="" d="" e="" f="" g="" h="${i}"/>`)))),
    'upload-too-large',
  ],
  [
    '15 million cells without a value',
    () => zipFile(workbookOf(worksheet(`<row>${'<c/>'.repeat(15_000_000)}</row>`))),
    'upload-too-large',
  ],
  [
    '450,000 cells of nine million characters',
    () =>
      zipFile(
        workbookOf(
          worksheet(
            many(
              10_001,
              (row) => `<row>${many(45, (i) => `<c t="inlineStr"><is><t>€${row}-${i}-abcdefghijk</t></is></c>`)}</row>`,
            ),
          ),
        ),
      ),
    'upload-too-large',
  ],
  [
    'two million styles of dates',
    () => zipFile(withStyles(`<cellXfs>${'<xf numFmtId="14"/>'.repeat(2_000_000)}</cellXfs>`)),
    'upload-too-large',
  ],
  [
    '220,000 formats of open brackets',
    () => zipFile(withStyles(many(220_000, (id) => `<numFmt numFmtId="${id}" formatCode="${'['.repeat(255)}"/>`))),
    'upload-too-large',
  ],
  [
    '700,000 parts that a part refers to',
    () =>
      zipFile(
        workbookOf(worksheet('')).map((part) =>
          part.name === '_rels/.rels'
            ? {
                ...part,
                content: `<Relationships>${'<Relationship Id="a" Type="b" Target="c"/>'.repeat(700_000)}</Relationships>`,
              }
            : part,
        ),
      ),
    'upload-too-large',
  ],
  [
    'as much as is allowed, none of it a user',
    () =>
      zipFile(
        workbookOf(
          worksheet(
            many(
              limits.rows + 1,
              (row) => `<row>${many(limits.columns, (i) => `<c t="inlineStr"><is><t>${row}-${i}</t></is></c>`)}</row>`,
            ),
          ),
        ),
      ),
    'ok',
  ],
];
