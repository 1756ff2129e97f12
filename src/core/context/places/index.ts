export { Layer, layerAddress } from './layer';
export { type BuiltLayer, LayerBuilder } from './layerBuilder';
export { layerBytes, type LayerHeader } from './layerFormat';
export {
  noPlaces,
  type Place,
  type PlaceInfo,
  type PlaceParts,
  type PlaceProblem,
  type PlaceReader,
  type PlaceSource,
} from './place';
export { countryLabel, networkLabel, placeLabel, type ShownPlace, shownPlace } from './shownPlace';
export {
  addPlace,
  missingParts,
  placeHost,
  placeInRecord,
  placeOfIndicator,
  placeSourceKey,
  withPlace,
} from './withPlace';
