import { call } from '../../call.ts';
import type { Told } from '../../words.ts';
import type { OwnUser } from '../own-account.ts';
import { drawFramed, type Framing } from './framing.ts';

const largestMb = 10;
/** Browsers decode a picture as a whole: four bytes for each of its pixels. */
const mostPixels = 60_000_000;
/** The side of a stored avatar in pixels. */
const side = 512;

/** A chosen file, decoded and upright, or the reason why it is no use. */
export async function openPicture(file: File): Promise<ImageBitmap | Told> {
  if (file.size > largestMb * 1_000_000) return { word: 'accountPictureLarge', values: { limit: largestMb } };
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    if (picture.width * picture.height <= mostPixels) return picture;
    picture.close();
    return { word: 'accountPictureLarge', values: { limit: largestMb } };
  } catch {
    return { word: 'accountPictureUnreadable' };
  }
}

/** The framed part as a new file. It has no place, camera or other details of the chosen one. */
export async function framedFile(picture: ImageBitmap, framing: Framing): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  drawFramed(canvas, picture, framing);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty'))), 'image/jpeg', 0.9);
  });
}

/** Stores the file as the picture of the user. */
export async function uploadAvatar({ owner, name }: OwnUser, picture: Blob): Promise<void> {
  const body = new FormData();
  body.append('file', picture, `${name}.jpeg`);
  const query = { owner, user: name, tag: 'avatar', parent: 'Account', fullFilePath: `avatar/${owner}/${name}.jpeg` };
  await call('upload-resource', { query, body });
}
