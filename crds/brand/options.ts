/** The corners of forms, fields and buttons. */
export const corners = ['square', 'rounded', 'pill'] as const;

/** Fonts that devices have, as families. Nothing is loaded. */
export const fonts = ['system', 'humanist', 'geometric', 'round', 'serif', 'slab', 'monospace'] as const;

/** What stands beside the form. */
export const sidePanels = ['none', 'text', 'picture'] as const;

export type Corners = (typeof corners)[number];
export type Font = (typeof fonts)[number];

/** The radius of a card, of a field and of a button. */
export const radiusOf: Readonly<Record<Corners, readonly [card: string, box: string, button: string]>> = {
  square: ['0', '0', '0'],
  rounded: ['0.75rem', '0.5rem', '0.5rem'],
  pill: ['1.75rem', '1.375rem', '2rem'],
};

/**
 * The families of each font, from those that Windows, macOS, Android and Linux bring (modernfontstacks.com). Each ends with a generic family, so that
 * every script has letters.
 */
export const familiesOf: Readonly<Record<Font, string>> = {
  system: 'system-ui, sans-serif',
  humanist: 'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", source-sans-pro, sans-serif',
  geometric: 'Avenir, Montserrat, Corbel, "URW Gothic", source-sans-pro, sans-serif',
  round:
    'ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, Comfortaa, Manjari, "Arial Rounded MT Bold", Calibri, sans-serif',
  serif: 'Charter, "Bitstream Charter", "Sitka Text", Cambria, "Liberation Serif", serif',
  slab: 'Rockwell, "Rockwell Nova", "Roboto Slab", "DejaVu Serif", "Sitka Small", serif',
  monospace: 'ui-monospace, "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace',
};
