import { SaxesParser } from 'saxes';
import { checkLimit, limits } from './limits.ts';

export interface XmlReader {
  /** Names come without the prefix of their namespace, which each program chooses. */
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
  /** Tells whether the rest can be skipped. */
  isDone?: () => boolean;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Reads XML as a stream. Document types and custom entities are refused. */
export async function readXml(chunks: AsyncIterable<Buffer>, reader: XmlReader): Promise<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [elements, attributesSoFar, depth, silent] = [0, 0, 0, 0];
  parser.on('attribute', () => checkLimit(++attributesSoFar, limits.attributes));
  parser.on('opentag', ({ name, attributes }) => {
    silent = 0;
    checkLimit(++elements, limits.elements);
    checkLimit(++depth, limits.depth);
    reader.open?.(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    silent = 0;
    depth--;
    reader.close?.(localName(name));
  });
  const onText = (text: string) => {
    silent = 0;
    reader.text?.(text);
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('comment', () => {
    silent = 0;
  });
  parser.on('doctype', () => {
    throw new Error('a document type');
  });
  for await (const chunk of chunks) {
    silent += chunk.length;
    parser.write(decoder.decode(chunk, { stream: true }));
    // The parser stores text until its end arrives.
    checkLimit(silent, limits.token);
    if (reader.isDone?.()) return;
  }
  parser.close();
}
