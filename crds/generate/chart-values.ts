import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMap, isScalar, type Pair, parseDocument, type YAMLMap } from 'yaml';

const folder = join(import.meta.dirname, '../../helm');

/** A setting of the chart, or a group of settings, in values.yaml. */
export interface Value {
  path: string[];
  /** The comment above it. */
  about: string;
  preset: unknown;
  /** The `@schema` line of the comment, which adds to the type of the default. */
  schema: Record<string, unknown>;
  /** The members of a group; a value without members is set as a whole. */
  members?: Value[];
}

const marker = '@schema ';

function readComment(comment: string) {
  const lines = comment.split('\n').map((line) => line.trim());
  const schema = lines.find((line) => line.startsWith(marker))?.slice(marker.length) ?? '{}';
  const about = lines.filter((line) => line !== '' && !line.startsWith(marker));
  return { about: about.join(' '), schema: JSON.parse(schema) as Value['schema'] };
}

function valuesOf(map: YAMLMap, above: string[], commentAtStart: string): Value[] {
  return map.items.map((item, index) => {
    const { key, value } = item as Pair;
    if (!isScalar(key)) throw new Error(`helm/values.yaml: a key below ${above.join('.')} is no text`);
    const path = [...above, String(key.value)];
    // The parser attaches the comment above the first key to the map.
    const { about, schema } = readComment((index === 0 ? commentAtStart : '') + (key.commentBefore ?? ''));
    const isGroup = isMap(value) && value.items.length > 0 && schema.type === undefined && !isFlat(value);
    const preset = isScalar(value) ? value.value : (value as YAMLMap).toJSON();
    const members = isGroup ? valuesOf(value as YAMLMap, path, (value as YAMLMap).commentBefore ?? '') : undefined;
    if (!members && about === '') throw new Error(`helm/values.yaml: ${path.join('.')} has no comment`);
    return { path, about, preset, schema, ...(members && { members }) };
  });
}

/** A map of free names, such as labels: none of its entries is documented. */
const isFlat = (map: YAMLMap) =>
  !map.commentBefore &&
  map.items.every(({ key, value }) => isScalar(key) && !key.commentBefore && isScalar(value) && map.items.length > 0);

/** Every value of the chart in the order of values.yaml. */
export async function readValues(): Promise<Value[]> {
  const document = parseDocument(await readFile(join(folder, 'values.yaml'), 'utf8'));
  return valuesOf(document.contents as YAMLMap, [], document.commentBefore ?? '');
}
