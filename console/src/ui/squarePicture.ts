/** Scales a picture down to a square in the browser, so that a photograph from a camera fits the limits of the service. */

const SIDE = 512
/** Pictures in this format may be transparent, which JPEG cannot be. */
const TRANSPARENT = /png|webp|gif/
/** The service takes 512 KiB. A larger PNG is sent as JPEG. */
const MAX_BYTES = 500_000

/** Cuts the middle out. Throws for a file that is no picture. */
export async function squarePicture(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const side = Math.min(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.min(side, SIDE)
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, canvas.width, canvas.height)
  picture.close()
  const png = TRANSPARENT.test(file.type) ? await encode(canvas, 'image/png') : null
  return png && png.size <= MAX_BYTES ? png : encode(canvas, 'image/jpeg')
}

function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  const QUALITY = 0.9
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture cannot be encoded'))), type, QUALITY))
}
