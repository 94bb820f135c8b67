/** The package has no types of its own. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'sfnt';
    variationAxes: Readonly<Record<string, number>>;
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
