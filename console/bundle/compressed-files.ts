import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** What the server sends to browsers that accept an encoding (`api/features/pages/bodies.ts`), by the end of the file's name. */
const forms: Record<string, (content: Buffer) => Promise<Buffer>> = {
  br: (content) => promisify(brotliCompress)(content, best),
  gz: (content) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

/** Compresses each file beside it, so that no server spends seconds on it. The server fills the pages in, so they stay as they are. */
export const compressedFiles: Plugin = {
  name: 'compressed-files',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const compress = async (fileName: string, content: Buffer) => {
        for (const [end, form] of Object.entries(forms)) {
          const source = await form(content);
          // Fonts and pictures are compressed already.
          if (source.length < content.length) this.emitFile({ type: 'asset', fileName: `${fileName}.${end}`, source });
        }
      };
      const files = Object.values(bundle).filter(({ fileName }) => !fileName.endsWith('.html'));
      await Promise.all(
        files.map((file) => compress(file.fileName, Buffer.from(file.type === 'chunk' ? file.code : file.source))),
      );
    },
  },
};
