export { ColorControl } from './ColorControl.tsx';
export { CssControl } from './CssControl.tsx';
export { InheritedChoice } from './InheritedChoice.tsx';
export { PictureControl } from './PictureControl.tsx';
