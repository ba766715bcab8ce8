package locale

var MeasuringKeys = measuringKeys
