import type { Row } from '@doorwright/crds';
import type { Control } from '../../fields/control.ts';
import { lateControl } from '../../fields/late-control.tsx';
import { needWords } from '../../words/catalogues.ts';

type Name = 'ColorControl' | 'CssControl' | 'InheritedChoice' | 'PictureControl';

/** The controls of the tab Branding are one file. */
const late = (name: Name): Control =>
  lateControl(async () => {
    const [parts] = await Promise.all([import('./brand-parts.ts'), needWords(['problems'])]);
    return parts[name];
  });

const [color, css, choice, picture] = [
  late('ColorControl'),
  late('CssControl'),
  late('InheritedChoice'),
  late('PictureControl'),
];

export const brandControls: Record<string, Control> = {
  ...{ logo: picture, logoDark: picture, favicon: picture, backgroundImage: picture, sidePanelImage: picture },
  ...{ primaryColor: color, primaryColorDark: color, backgroundColor: color, backgroundColorDark: color },
  ...{ corners: choice, font: choice, sidePanel: choice },
  customCss: css,
};

const isPanel =
  (wanted: string) =>
  ({ sidePanel }: Row) =>
    sidePanel === wanted;

export const brandShownWhen = { sidePanelText: isPanel('text'), sidePanelImage: isPanel('picture') };
