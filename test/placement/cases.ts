/**
 * Pages of every shape that a PDF allows (ISO 32000-2, 7.7.3.3), each sealed with three marks whose quarters have
 * different colors, so that a rendering shows their position and orientation and whether they are mirrored.
 */
import { makeDevelopmentCertificate } from '@countersign/pdf/development/certificate';
import { prepareSignatureImage } from '@countersign/pdf/draw/signature-image';
import { signerFromPem } from '@countersign/pdf/keys/local';
import type { Placement } from '@countersign/pdf/ports/page';
import { sealPdf } from '@countersign/pdf/seal';
import { sampleCertificate } from '@countersign/pdf/testing/sample-files';
import sharp from 'sharp';
import { rawPdf, rawStream } from '../support/raw-pdf.ts';

export interface PlacementCase {
  name: string;
  pdf: Buffer;
}

const rotations = [0, 90, 180, 270, -90, 450];
const boxes: Record<string, string> = {
  'plain box': '/MediaBox [0 0 300 400]',
  'MediaBox offset': '/MediaBox [100 -50 400 350]',
  'CropBox inset': '/MediaBox [0 0 300 400] /CropBox [20 40 280 370]',
  'CropBox offset': '/MediaBox [-60 30 240 430] /CropBox [-10 80 200 400]',
  // Exceeds the MediaBox without being wider or higher; otherwise poppler would use the MediaBox, not the intersection.
  'CropBox exceeding': '/MediaBox [0 0 300 400] /CropBox [-50 50 200 430]',
  'reversed box': '/MediaBox [300 400 0 0] /CropBox [280 370 20 40]',
};

/** 144 cases: 6 rotations x 6 boxes x UserUnit 1 and 2 x own or inherited attributes. */
export const placementCases: PlacementCase[] = rotations.flatMap((rotation) =>
  Object.entries(boxes).flatMap(([box, entries]) =>
    [1, 2].flatMap((userUnit) =>
      [false, true].map((inherited) => ({
        name: `Rotate ${rotation}, ${box}, UserUnit ${userUnit}, ${inherited ? 'inherited' : 'own'}`,
        pdf: pageWith(`${entries} /Rotate ${rotation}`, userUnit, inherited),
      })),
    ),
  ),
);

/** A page that leaves its graphics state open and scaled, as some producers do. */
function pageWith(inheritable: string, userUnit: number, inherited: boolean): Buffer {
  const content = 'q 0.5 0 0 0.5 40 40 cm 0 1 0 rg';
  return rawPdf([
    '<</Type /Catalog /Pages 2 0 R>>',
    `<</Type /Pages /Kids [3 0 R] /Count 1 ${inherited ? inheritable : ''}>>`,
    `<</Type /Page /Parent 2 0 R /Contents 4 0 R /Resources <<>> ${inherited ? '' : inheritable} ${userUnit === 1 ? '' : `/UserUnit ${userUnit}`}>>`,
    rawStream(content),
  ]);
}

/** The placements of the marks in fractions of the displayed page. */
export const placements: Placement[] = [
  { page: 1, x: 0.05, y: 0.04, w: 0.3, h: 0.2 },
  { page: 1, x: 0.6, y: 0.3, w: 0.35, h: 0.12 },
  { page: 1, x: 0.2, y: 0.75, w: 0.5, h: 0.2 },
];

/** The aspect ratio (width / height) of the image. */
export const ASPECT = 2;
/** The colors of the quarters: top left, top right, bottom left, bottom right. */
export const quarters = [
  [220, 0, 0],
  [0, 160, 0],
  [0, 0, 220],
  [40, 40, 40],
] as const;

async function quarteredImage(): Promise<Uint8Array> {
  const [width, height] = [80 * ASPECT, 80];
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const quarter = (y * 2 < height ? 0 : 2) + (x * 2 < width ? 0 : 1);
      pixels.set(quarters[quarter]!, (y * width + x) * 3);
    }
  const png = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  return prepareSignatureImage(png);
}

/** Returns a function that seals a case with the image at each of `placements`. */
export async function caseSealer(): Promise<(given: PlacementCase) => Promise<Uint8Array>> {
  const prepared = await quarteredImage();
  const { keyPem, certificatePem } = makeDevelopmentCertificate({ commonName: 'Placement' });
  const signer = signerFromPem(keyPem, certificatePem);
  return async ({ pdf }) => {
    const { sealed } = await sealPdf({
      pdf,
      marks: placements.map((placement) => ({
        ...placement,
        mark: { kind: 'signature', value: { mode: 'upload', prepared } },
      })),
      certificate: sampleCertificate(),
      watermark: null,
      signer,
      timestamper: null,
      sealedAt: new Date('2026-11-20T10:00:00Z'),
    });
    return sealed;
  };
}

export interface Rectangle {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The expected position of the image on a displayed page of this size: centred in the placement, in proportion. */
export function expectedRectangle(placement: Placement, page: { width: number; height: number }): Rectangle {
  const [boxWidth, boxHeight] = [placement.w * page.width, placement.h * page.height];
  const width = Math.min(boxWidth, boxHeight * ASPECT);
  const height = width / ASPECT;
  return {
    left: placement.x * page.width + (boxWidth - width) / 2,
    top: placement.y * page.height + (boxHeight - height) / 2,
    width,
    height,
  };
}
