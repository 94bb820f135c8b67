import { posix } from 'node:path';
import type { Archive } from './archive.ts';
import { dateStyles } from './dates.ts';
import { checkLimit, limits } from './limits.ts';
import { readXml } from './read-xml.ts';
import { readSharedTexts } from './shared-texts.ts';

interface Relation {
  id: string;
  type: string;
  path: string;
}

/** The references of a part. Paths are inside the archive, and external targets are skipped. */
async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part);
  const relations: Relation[] = [];
  await readXml(archive.read(posix.join(folder, '_rels', `${posix.basename(part)}.rels`)), {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      const path = posix.join('/', Target.startsWith('/') ? '' : folder, Target).slice(1);
      checkLimit(relations.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), path }), limits.entries);
    },
  });
  return relations;
}

export interface Workbook {
  /** Path of the first sheet. */
  sheet: string;
  sharedTexts: string[];
  /** Tells whether a number of this style is a date. */
  isDate: (style: string | undefined) => boolean;
  /** Some programs count days from 1904. */
  startsIn1904: boolean;
}

export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const top = (await relationsOf(archive, '')).find(({ type }) => type === 'officeDocument');
  if (!top) throw new Error('no workbook');
  let first = '';
  let startsIn1904 = false;
  await readXml(archive.read(top.path), {
    open(name, attributes) {
      if (name === 'workbookPr') startsIn1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (name === 'sheet') first ||= Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
    },
  });
  const relations = await relationsOf(archive, top.path);
  const sheet = relations.find(({ id }) => id === first);
  if (!sheet) throw new Error('no sheet');
  const pathOf = (type: string) => relations.find((each) => each.type === type && archive.has(each.path))?.path;
  const [texts, styles] = [pathOf('sharedStrings'), pathOf('styles')];
  const dates = styles ? await dateStyles(archive.read(styles)) : new Set<number>();
  return {
    sheet: sheet.path,
    sharedTexts: texts ? await readSharedTexts(archive.read(texts)) : [],
    isDate: (style) => style !== undefined && dates.has(Number(style)),
    startsIn1904,
  };
}
