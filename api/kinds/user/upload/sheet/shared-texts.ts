import { checkLimit, limits } from './limits.ts';
import { readXml, type XmlReader } from './read-xml.ts';

/** Collects the text of an element from its runs. Phonetic hints beside the text are left out. */
export function richText(): Required<Pick<XmlReader, 'open' | 'text' | 'close'>> & { take: () => string } {
  let [text, isInText, isInPhonetic] = ['', false, false];
  return {
    open(name) {
      if (name === 'rPh') isInPhonetic = true;
      if (name === 't') isInText = !isInPhonetic;
    },
    text(more) {
      if (!isInText) return;
      checkLimit(text.length + more.length, limits.cell * 2);
      text += more;
    },
    close(name) {
      if (name === 'rPh') isInPhonetic = false;
      if (name === 't') isInText = false;
    },
    take() {
      const taken = text;
      text = '';
      return plainText(taken);
    },
  };
}

/** A sheet writes characters that XML cannot contain as _x000D_. */
export function plainText(text: string): string {
  const plain = text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
  const trimmed = plain.trim();
  checkLimit(trimmed.length, limits.cell);
  return trimmed;
}

/** The texts that cells refer to by number. */
export async function readSharedTexts(chunks: AsyncIterable<Buffer>): Promise<string[]> {
  const texts: string[] = [];
  const rich = richText();
  let characters = 0;
  await readXml(chunks, {
    ...rich,
    close(name) {
      rich.close(name);
      if (name !== 'si') return;
      const text = rich.take();
      characters += text.length;
      checkLimit(characters, limits.characters);
      checkLimit(texts.push(text), limits.sharedTexts);
    },
  });
  return texts;
}
